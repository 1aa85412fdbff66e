import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import type { MoySkladAction, MoySkladKind } from '@artel/contract/moysklad/moysklad.line'
import type { MoySkladChanges } from '@artel/contract/moysklad/moysklad.stored'
import { lookOf } from '@artel/contract/products/products.rules'
import { nowIso } from '../../../clock.ts'
import type { Db, Draft } from '../../../database/db.ts'
import { applyWithBisection } from '../../imports/imports.ts'
import {
  findWaitingIds,
  lockWaiting,
  type Settled,
  saveItemResults,
  type WaitingItem,
} from '../items/items.queries.ts'
import { wakeByKeys } from '../items/keys.queries.ts'
import type { Fields } from '../items/subject.ts'
import { subjects } from '../items/subjects.ts'
import { readOrganizationId, writeLog } from '../moysklad.log.queries.ts'
import { maxAtOnce, planOf, type Terms } from './plan.ts'
import type { Outcome } from './rules.ts'

/** `seen`: number of items that were processed; 0: none is left. */
export type WriteCounts = { seen: number; created: number; tied: number; changed: number; failed: number }

/**
 * Plans up to `limit` waiting items of a kind again by the current data, and writes them in the caller's
 * transaction. If an item breaks one of our rules, only that item fails.
 */
export async function writeItems(
  db: Db,
  runId: number,
  owners: MoySkladOwnership,
  kind: MoySkladKind,
  limit: number,
): Promise<WriteCounts> {
  const organizationId = await readOrganizationId(db)
  for (;;) {
    const ids = await findWaitingIds(db, kind, Math.min(limit, maxAtOnce))
    if (ids.length === 0) return { seen: 0, created: 0, tied: 0, changed: 0, failed: 0 }
    const items = await lockWaiting(db, ids)
    // Another transaction wrote all these items while we waited for the locks. There may be more.
    if (items.length === 0) continue
    return writeHeld(db, runId, kind, items, { organizationId, owners })
  }
}

/** Writes locked items. */
export async function writeHeld(
  db: Db,
  runId: number | null,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  terms: Terms,
): Promise<WriteCounts> {
  const at = nowIso()
  const outcomes = await planOf(db, kind, items, terms, true)
  const ids = new Map<number, number>()
  const writeSome = (some: readonly Outcome[]) => write(db, kind, some, ids)
  const refused = await applyWithBisection(db, outcomes.filter(doesSomething), writeSome)
  const again = await writeAgain(db, kind, refused, terms, writeSome)
  const done = outcomes.map((outcome) => again.get(outcome.item.id) ?? outcome)
  await saveItemResults(
    db,
    done.map((outcome) => settle(outcome, at)),
  )
  await writeLog(
    db,
    done.flatMap((outcome) => linesOf(outcome, { runId, at, ourId: ids.get(outcome.item.id) })),
  )
  await wakeByKeys(db, freedBy(done))
  const requested = new Set(items.map(({ id }) => id))
  // An item that was added because it blocks others is counted only if it waits. Otherwise it was counted
  // when it was written itself.
  return countOf(done.filter(({ item }) => requested.has(item.id) || item.is_waiting))
}

const doesSomething = ({ plan, left }: Outcome): boolean =>
  left !== null || plan === 'create' || plan === 'tie' || plan === 'change'

/**
 * Removes links first, then changes existing rows, then creates new rows, because a new row may need a value
 * that a change gives up.
 */
async function write(
  db: Db,
  kind: MoySkladKind,
  outcomes: readonly Outcome[],
  ids: Map<number, number>,
): Promise<void> {
  const subject = subjects[kind]
  await subject.change(
    db,
    outcomes.flatMap(({ left }) => (left ? [{ row: left, changed: { moy_sklad_id: null } }] : [])),
  )
  await subject.change(
    db,
    outcomes.flatMap(({ plan, ours, changed }) =>
      ours && (plan === 'tie' || plan === 'change') ? [{ row: ours, changed }] : [],
    ),
  )
  const made = outcomes.filter(({ plan }) => plan === 'create')
  if (made.length === 0) return
  const madeIds = await subject.make(
    db,
    made.map(({ item, changed }) => ({ ...changed, moy_sklad_id: item.moy_sklad_id })),
  )
  for (const { item } of made) {
    const id = madeIds.get(item.moy_sklad_id)
    if (id !== undefined) ids.set(item.id, id)
  }
}

/**
 * Plans the items that an index refused again. By now the row that blocks an item, or that is already linked
 * to it, is visible.
 */
async function writeAgain(
  db: Db,
  kind: MoySkladKind,
  refused: readonly Outcome[],
  terms: Terms,
  writeSome: (some: readonly Outcome[]) => Promise<void>,
): Promise<Map<number, Outcome>> {
  const items = refused.map(({ item }) => item)
  const outcomes = await planOf(db, kind, items, terms, true)
  const failed = new Set(await applyWithBisection(db, outcomes.filter(doesSomething), writeSome))
  return new Map(
    outcomes.map((outcome) => [
      outcome.item.id,
      failed.has(outcome) ? { ...outcome, plan: 'invalid', failures: [takenNow], left: null } : outcome,
    ]),
  )
}

const takenNow = { field: null, key: 'moy_sklad_taken_now' } as const

/** The item is written without fields that break a rule. */
const isPartial = ({ plan, failures }: Outcome): boolean =>
  failures.length > 0 && (plan === 'create' || plan === 'tie' || plan === 'change' || plan === 'same')

function settle(outcome: Outcome, at: string): Settled {
  const { item, plan, failures, written, left } = outcome
  const isWrong = plan === 'invalid' || isPartial(outcome)
  const isWritten = plan === 'create' || plan === 'tie' || plan === 'change'
  const isLeft = left !== null && !isWritten
  return {
    id: item.id,
    // The item and our row are linked now.
    plan: isWritten ? 'same' : plan,
    failures,
    written: isLeft ? null : (written as Settled['written']), // fields of ours
    written_at: isLeft ? null : isWritten ? at : item.written_at,
    failed_at: isWrong ? (item.failed_at ?? at) : null,
  }
}

type Written = { runId: number | null; at: string; ourId: number | undefined }

function linesOf(outcome: Outcome, { runId, at, ourId }: Written): Draft<'moysklad_log'>[] {
  const { item, plan, ours, left, failures } = outcome
  const line = (action: MoySkladAction, our_id: number | null): Draft<'moysklad_log'> => ({
    run_id: runId,
    part: item.kind,
    action,
    title: item.title,
    item_id: item.id,
    our_id,
    created_at: at,
  })
  const lines = left ? [line('untie', left.id)] : []
  if (plan === 'create') lines.push(line('create', ourId ?? null))
  if ((plan === 'tie' || plan === 'change') && ours) {
    const changes = changesOf(outcome)
    const is_conflict = changes.some((change) => change.is_conflict)
    lines.push({ ...line(actionOf(outcome), ours.id), changes, is_conflict })
  }
  if (plan === 'invalid' && item.failed_at === null)
    lines.push({ ...line('fail', ours?.id ?? null), failures })
  if (isPartial(outcome) && item.failed_at === null)
    lines.push({ ...line('partial', ours?.id ?? ourId ?? null), failures })
  return lines
}

function actionOf({ plan, changed }: Outcome): MoySkladAction {
  if (plan === 'tie') return 'tie'
  if (changed.is_active === undefined) return 'change'
  return changed.is_active ? 'back' : 'gone'
}

/**
 * Old and new values of our fields. A change is a conflict if somebody has changed the field since the last
 * write.
 */
export function changesOf({ item, ours, changed }: Outcome): MoySkladChanges {
  const isByHand = (field: string) =>
    item.written !== null &&
    field in item.written &&
    ours !== null &&
    JSON.stringify(item.written[field]) !== JSON.stringify(ours[field])
  return Object.entries(changed)
    .filter(([field]) => field !== 'moy_sklad_id')
    .map(([field, after]) => ({
      field,
      before: ours?.[field] ?? null,
      after,
      ...(isByHand(field) && { is_conflict: true }),
    }))
}

/** Keys of values that other items may take now, and of components whose name has changed. */
function freedBy(done: readonly Outcome[]): string[] {
  const isNamed = ({ changed }: Outcome) => 'name' in changed || 'article' in changed
  const freed = (fields: Fields, changed: Fields): string[] => [
    ...('article' in changed ? [`a ${lookOf(String(fields.article))}`] : []),
    ...('barcodes' in changed ? (fields.barcodes as string[]).map((barcode) => `b ${barcode}`) : []), // a list
  ]
  return done.flatMap((outcome) => {
    const { item, plan, ours, changed, left } = outcome
    const isWritten = plan === 'create' || plan === 'tie' || plan === 'change'
    if (!isWritten && !left) return []
    return [
      ...(isNamed(outcome) || plan === 'tie' ? [`c ${item.moy_sklad_id}`] : []),
      ...(ours ? freed(ours, changed) : []),
      // A row without a link may match another item.
      ...(left ? item.keys.filter((key) => !key.startsWith('c ')) : []),
    ]
  })
}

function countOf(done: readonly Outcome[]): WriteCounts {
  const count = (...plans: Outcome['plan'][]) => done.filter(({ plan }) => plans.includes(plan)).length
  return {
    seen: done.length,
    created: count('create'),
    tied: count('tie'),
    changed: count('change'),
    failed: count('invalid'),
  }
}
