import type { AuditAction } from '@artel/contract/audit.line'
import type { Company } from '@artel/contract/company'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { changedSince, nextVersion, refuseStale } from '../../http/stale.ts'
import { changesOf, findLastChange, writeAudit } from '../audit/audit.ts'
import { lockCompany, updateCompanyRow } from './company.queries.ts'
import { keepFormerSchedule } from './company.schedules.ts'

/**
 * The one way to change a company: its row is locked, `decide` says what becomes of it, and what really changes is
 * written with its next version, the entry of the audit log and the word to all screens.
 * @throws ApiError stale where somebody has changed one of these fields after the version `base`
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

/** Settings stand by their own paths, which no column has. */
const asTold = ({ settings, ...columns }: Company): object => ({ ...columns, ...settings })
