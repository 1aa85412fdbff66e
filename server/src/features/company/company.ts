import type {
  Company,
  CompanyPatch,
  CompanySettings,
  SchedulePatch,
  WholeCompanySettings,
} from '@artel/contract/company/company'
import {
  achievementCodes,
  companyDefaults,
  type EarnedLeague,
  misplacedLeagues,
} from '@artel/contract/company/company.line'
import { scheduleFaults } from '@artel/contract/hours/schedule'
import { recordOf } from '@artel/contract/shapes/records'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { type OwnPhoto, swapOwnPhoto } from '../multimedia/multimedia.ts'
import { changeCompany } from './company.change.ts'
import { findCompany, lockCompany } from './company.queries.ts'
import { mergeSettings } from './settings.rules.ts'

export { dayEnd, dayStart } from '../../clock.ts'
export { schedulesAt } from './company.schedules.ts'
export { mergeSettings } from './settings.rules.ts'

/** The company as its people see it. */
export const getCompany = (db: Db): Promise<Company> => findCompany(db)

/** The company's task settings, with defaults for those that it has not set. */
export async function getTaskSettings(db: Db): Promise<TaskSettings> {
  const { settings } = await db.company().select('settings').executeTakeFirstOrThrow()
  return mergeSettings<TaskSettings>(companyDefaults.tasks, settings.tasks ?? {})
}

type TaskSettings = Record<'require_review' | 'staff_may_take', boolean>

/**
 * Updates the company's own data; `photo` becomes its logo. A new timezone does not move stored times,
 * because they are instants.
 */
export async function updateCompany(
  db: Db,
  actor: Actor,
  { version, ...patch }: CompanyPatch,
  photo: OwnPhoto | null,
): Promise<Company> {
  const card = photo ? { ...patch, logo: photo.file } : patch
  if (card.logo !== undefined) await swapOwnPhoto(db, (await lockCompany(db)).logo, photo)
  return changeCompany(db, actor, 'update', version, (company) => mergeSettings(company, card))
}

/** Updates the working days and times. @throws ApiError 422 at the times that do not fit together */
export const updateSchedule = (
  db: Db,
  actor: Actor,
  { version, ...patch }: SchedulePatch,
): Promise<Company> =>
  changeCompany(db, actor, 'schedule_change', version, (company) => {
    const merged = mergeSettings(company, patch)
    const issues = scheduleFaults(merged).map(({ field, text }) => ({ path: field, key: text }))
    if (issues.length > 0) throw new ApiError('invalid', issues)
    return merged
  })

const { achievement, ...plainDefaults } = companyDefaults
const achievements = recordOf(achievementCodes, () => achievement)
const undecided: WholeCompanySettings = { ...plainDefaults, achievements }

/** Merges a patch into the settings. @returns all, with defaults @throws ApiError forbidden unless owner */
export async function updateCompanySettings(
  db: Db,
  actor: Actor,
  patch: CompanySettings,
  version?: number,
): Promise<WholeCompanySettings> {
  if (actor.type !== 'owner') throw new ApiError('forbidden')
  const { settings } = await changeCompany(db, actor, 'settings_change', version, (company) => {
    const merged = mergeSettings(company.settings, patch)
    if (patch.leagues) refuseMisplaced(merged)
    return { ...company, settings: merged }
  })
  return mergeSettings(undecided, settings)
}

function refuseMisplaced({ leagues }: CompanySettings): void {
  const misplaced = misplacedLeagues(
    mergeSettings<Record<EarnedLeague, number>>(companyDefaults.leagues, leagues ?? {}),
  )
  const issues = misplaced.map(({ league, below }) => ({
    path: `settings.leagues.${league}`,
    key: 'league_order' as const,
    values: { below },
  }))
  if (issues.length > 0) throw new ApiError('invalid', issues)
}
