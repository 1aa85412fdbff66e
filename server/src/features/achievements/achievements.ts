import type { Achievement, Progress, Standing } from '@artel/contract/achievements/achievements'
import { ruleOf } from '@artel/contract/achievements/achievements.line'
import type { AchievementCode } from '@artel/contract/company/company.line'
import type { Pagination } from '@artel/contract/shapes/list'
import type { Actor } from '../../access/actor.ts'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { getCompany } from '../company/company.ts'
import { findRecipients, reverseSource } from '../ledger/ledger.ts'
import { payAchievements } from './achievements.judge.ts'
import {
  type AchievementFilters,
  type AchievementQuery,
  findAchievementRow,
  listAchievementRows,
  usersOf,
} from './achievements.list.queries.ts'
import { notifyAchieved, notifyRevoked } from './achievements.notifications.ts'
import { rightsTo, toLead } from './achievements.policy.ts'
import { findProgress } from './achievements.progress.ts'
import { insertAchievement, lockAchievement, markRevoked } from './achievements.queries.ts'

export { closeDays, judgeWaiting, maxEvents } from './achievements.judge.ts'

/** Gives an achievement by hand, with its coins. @throws ApiError forbidden to oneself; not_found */
export async function giveAchievement(
  db: Db,
  actor: Actor,
  userId: number,
  code: AchievementCode,
  comment: string | null,
): Promise<Achievement> {
  const person = (await findRecipients(db, [userId])).get(userId)
  if (person?.status !== 'active') throw new ApiError('not_found')
  const { user_id } = toLead(actor, { user_id: userId })
  const { settings } = await getCompany(db)
  const { coins } = ruleOf({ achievements: settings.achievements ?? {}, leagues: {} }, code)
  const [created_at, drafted] = [nowIso(), { user_id, achievement: code, comment, coins }]
  const { id } = await insertAchievement(db, { ...drafted, given_by: actor.userId, created_at })
  const given = { id, ...drafted }
  await payAchievements(db, actor, [given], created_at)
  await notifyAchieved(db, actor, [given], comment)
  const entry = { entity: 'achievement', id, title: person.full_name } as const
  await writeAudit(db, actor, { ...entry, action: 'create', after: { achievement: code, coins, comment } })
  db.announce({ entity: 'achievement', id, action: 'create' }, [user_id])
  return getAchievement(db, actor, id)
}

/** Revokes one, with its coins. @throws ApiError not_found; forbidden; wrong_state; insufficient_coins */
export async function revokeAchievement(db: Db, actor: Actor, id: number, reason: string): Promise<void> {
  const found = await lockAchievement(db, id)
  if (!found) throw new ApiError('not_found')
  const achieved = toLead(actor, found)
  if (achieved.revoked_at !== null) throw new ApiError('wrong_state')
  await reverseSource(db, actor, { type: 'achievement', id }, reason)
  await markRevoked(db, id, { revoked_at: nowIso(), revoked_by: actor.userId, revoke_reason: reason })
  const { user_id, achievement, coins } = achieved
  await notifyRevoked(db, actor, { id, user_id, achievement, coins }, reason)
  const title = (await findRecipients(db, [user_id])).get(user_id)?.full_name ?? ''
  const told = { before: { achievement, coins }, after: { comment: reason } }
  await writeAudit(db, actor, { entity: 'achievement', id, title, action: 'delete', ...told })
  db.announce({ entity: 'achievement', id, action: 'update' }, [user_id])
}

export async function getAchievement(db: Db, actor: Actor, id: number): Promise<Achievement> {
  const row = await findAchievementRow(db, id)
  return { ...row, can: rightsTo(actor, row) }
}

type Listed = {
  achievements: Achievement[]
  pagination: Pagination
  progress?: Progress[]
  standing?: Standing
}

/** A page of achievements. For a single person, also their progress and standing. */
export async function listAchievements(
  db: Db,
  actor: Actor,
  filters: AchievementFilters,
  query: AchievementQuery,
): Promise<Listed> {
  const { rows, pagination } = await listAchievementRows(db, actor, filters, query)
  const achievements = rows.map((row) => ({ ...row, can: rightsTo(actor, row) }))
  const users = usersOf(actor, filters)
  const [only] = users ?? []
  const isOne = users?.length === 1 && only !== undefined && (await findRecipients(db, [only])).has(only)
  return { achievements, pagination, ...(isOne && (await findProgress(db, actor, only))) }
}
