import type { MoySkladRun } from '@artel/contract/moysklad/moysklad'
import { type MoySkladDecision, moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { Actor } from '../../../access/actor.ts'
import type { Db } from '../../../database/db.ts'
import { ApiError, fieldError } from '../../../errors/errors.ts'
import { queueJob } from '../../../jobs/jobs.ts'
import { changesOf, writeAudit } from '../../audit/audit.ts'
import { syncKind } from '../moysklad.kinds.ts'
import { toConnect } from '../moysklad.policy.ts'
import { findConnection, lockCompany } from '../moysklad.queries.ts'
import { announce } from '../moysklad.ts'
import { lookAround, maxAtOnce, replan, type Terms } from '../sync/plan.ts'
import { isElsewhere, linkedTo } from '../sync/rules.ts'
import { getRun, insertRun } from '../sync/runs.queries.ts'
import { writeHeld } from '../sync/write.ts'
import {
  decideItems,
  findDecided,
  findItems,
  findRivalIds,
  lockItems,
  type WaitingItem,
  wakeFailed,
} from './items.queries.ts'
import { wakeByKeys } from './keys.queries.ts'
import { subjects } from './subjects.ts'

type Decision = { decision: MoySkladDecision | null; tie_id: number | null }

/**
 * Saves a person's decision about an item. Once the sync is on, also writes the item at once.
 * @throws ApiError not_found; wrong_state; 422 at `decision` or `tie_id`
 */
export async function decide(
  db: Db,
  actor: Actor,
  id: number,
  { decision, tie_id }: Decision,
): Promise<void> {
  const [item] = await lockItems(db, [id])
  if (!item) throw new ApiError('not_found')
  const standing = await findStanding(db, actor)
  if (tie_id !== null && decision !== 'tie') throw fieldError('tie_id', 'not_offered')
  if (decision === 'create' && item.kind === 'employee') throw fieldError('decision', 'not_offered')
  if (decision === 'tie') await refuseTie(db, item, tie_id)
  if (!(await isOpen(db, [item], decision)).includes(item)) throw new ApiError('wrong_state')
  await decideItems(db, [id], decision, tie_id)
  await audit(db, actor, [item], decision, tie_id)
  await settle(db, standing, [item])
}

/** Writes decisions to the audit log. Skips items whose decision did not change. */
async function audit(
  db: Db,
  actor: Actor,
  items: readonly WaitingItem[],
  decision: MoySkladDecision | null,
  tie_id: number | null,
): Promise<void> {
  const parts = items.flatMap(({ id, title, decision: said, decided_id }) => {
    const changes = changesOf({ decision: said, tie_id: decided_id }, { decision, tie_id })
    if (Object.keys(changes.after).length === 0) return []
    return [{ action: 'decide' as const, entity: 'moy_sklad' as const, id, title, ...changes }]
  })
  const [only] = parts
  if (!only) return
  if (parts.length === 1) return writeAudit(db, actor, only)
  const whole = { action: 'decide', entity: 'moy_sklad', id: null } as const
  await writeAudit(db, actor, { ...whole, after: { decision, items: parts.length } }, parts)
}

/**
 * Saves the same decision for many items. Skips items that do not allow it.
 * @returns the number of items changed
 */
export async function decideMany(
  db: Db,
  actor: Actor,
  ids: readonly number[],
  decision: 'create' | 'ignore' | null,
): Promise<number> {
  const standing = await findStanding(db, actor)
  const held = await lockItems(db, ids)
  const open = await isOpen(db, held, decision)
  await decideItems(
    db,
    open.map(({ id }) => id),
    decision,
    null,
  )
  await audit(db, actor, open, decision, null)
  for (let from = 0; from < open.length; from += maxAtOnce)
    await settle(db, standing, open.slice(from, from + maxAtOnce))
  return open.length
}

type Standing = { terms: Terms; isWritten: boolean }

/** @throws ApiError wrong_state without a connection, or before the first read has ended */
async function findStanding(db: Db, actor: Actor): Promise<Standing> {
  const row = await findConnection(db)
  const state = row?.state_before ?? row?.state
  if (!row || (state !== 'checking' && state !== 'on')) throw new ApiError('wrong_state')
  const { organization_id: organizationId, owners } = toConnect(actor, row)
  return { terms: { organizationId, owners }, isWritten: state === 'on' }
}

/**
 * Returns the items that allow a decision. They must still exist in MoySklad. An item to be created must not
 * be linked yet, unless it has that decision already.
 */
async function isOpen(
  db: Db,
  items: readonly WaitingItem[],
  decision: MoySkladDecision | null,
): Promise<WaitingItem[]> {
  const present = items.filter(({ gone_at }) => gone_at === null)
  if (decision !== 'create') return present
  const open: WaitingItem[] = []
  for (const kind of moySkladKinds) {
    const some = present.filter((item) => item.kind === kind && kind !== 'employee')
    if (some.length === 0) continue
    const { ours } = await lookAround(db, kind, some, null, false)
    const linked = new Set(ours.map(({ moy_sklad_id }) => moy_sklad_id))
    open.push(...some.filter((item) => item.decision === 'create' || !linked.has(item.moy_sklad_id)))
  }
  return open
}

/** @throws ApiError 422 at `tie_id` */
async function refuseTie(db: Db, item: WaitingItem, tieId: number | null): Promise<void> {
  if (tieId === null) throw fieldError('tie_id', 'required')
  const subject = subjects[item.kind]
  const decided = { ...item, decision: 'tie' as const, decided_id: tieId }
  const { ours, present } = await lookAround(db, item.kind, [decided], null, true)
  const chosen = ours.find(({ id }) => id === tieId)
  const isOffered = chosen !== undefined && chosen.status !== 'archived'
  if (!isOffered) throw fieldError('tie_id', 'moy_sklad_no_ours')
  const isTaken = linkedTo(item, ours)?.id !== tieId && (await findDecided(db, item, tieId)) !== undefined
  if (isTaken || isElsewhere(chosen, item, present))
    throw fieldError('tie_id', 'moy_sklad_tied_elsewhere', { title: subject.describe(chosen).title })
}

/** Maximum items with a shared key that are planned again at once. The next run plans any others. */
const maxRivals = 200

async function settle(db: Db, { terms, isWritten }: Standing, items: readonly WaitingItem[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  const decided = await findItems(db, ids)
  if (isWritten) {
    for (const kind of moySkladKinds) {
      const some = decided.filter((item) => item.kind === kind)
      if (some.length > 0) await writeHeld(db, null, kind, some, terms)
    }
  } else await replan(db, decided, terms)
  const keys = decided.flatMap((item) => item.keys.filter((key) => !key.startsWith('c ')))
  await wakeByKeys(db, keys)
  const rivals = await findRivalIds(db, ids, keys, maxRivals)
  if (rivals.length > 0) await replan(db, await lockItems(db, rivals), terms)
  announce(db)
}

/**
 * Starts a run that writes failed items again: the given ones, or all.
 * @throws ApiError wrong_state if a run is active, or the sync does not write yet
 */
export async function retry(db: Db, actor: Actor, ids: readonly number[] | undefined): Promise<MoySkladRun> {
  await lockCompany(db)
  const { isWritten } = await findStanding(db, actor)
  if (!isWritten) throw new ApiError('wrong_state')
  await wakeFailed(db, ids)
  const runId = await insertRun(db, 'manual', actor.userId)
  if (runId === undefined) throw new ApiError('wrong_state')
  await queueJob(db, syncKind, { company_id: db.companyId })
  announce(db)
  return getRun(db, runId)
}
