import type { AuditAction } from '@artel/contract/audit/audit.line'
import type { Company } from '@artel/contract/company/company'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changedSince, nextVersion, refuseStale } from '../../errors/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { lockCompany, updateCompanyRow } from './company.queries.ts'
import { keepFormerSchedule } from './company.schedules.ts'

/**
 * Changes a company; all changes go through here. Locks its row, calls `decide` for the new state, and writes
 * real changes with the next version, an audit log entry and an event for all screens.
 * @throws ApiError stale if somebody has changed one of these fields after the version `base`
 */
export async function changeCompany(
  db: Db,
  actor: Actor,
  action: AuditAction,
  base: number | undefined,
  decide: (company: Company) => Company,
): Promise<Company> {
  const { field_versions, ...company } = await lockCompany(db)
  const decided = decide(company)
  const changes = changesOf(asTold(company), asTold(decided))
  if (Object.keys(changes.after).length === 0) return company
  const present = { version: company.version, field_versions }
  await refuseStale(base, { ...present, ...changes.before }, changes.after, {
    findChanged: (since) => changedSince(present, since),
    findChange: (names) => findLastChange(db, 'company', db.companyId, names),
    readCurrent: async () => company,
  })
  const next = nextVersion(present, changes.after)
  await keepFormerSchedule(db, company, decided)
  await updateCompanyRow(db, decided, next)
  await writeAudit(db, actor, { action, entity: 'company', id: db.companyId, ...changes })
  db.announce({ entity: 'company', id: db.companyId, action: 'update' }, 'everyone')
  return { ...decided, version: next.version }
}

/** The fields for the audit log. Settings have their own paths, which do not collide with column names. */
const asTold = ({ settings, ...columns }: Company): object => ({ ...columns, ...settings })
