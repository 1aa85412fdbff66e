import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import { type MoySkladKind, moySkladKinds } from '@artel/contract/moysklad/moysklad.line'
import type { ProductData } from '@artel/contract/moysklad/moysklad.stored'
import type { Db } from '../../../database/db.ts'
import { mapInSlices } from '../../../slices.ts'
import {
  findInTheWay,
  findParts,
  findPresent,
  findRivals,
  findUnplannedIds,
  lockItems,
  storePlans,
  type WaitingItem,
} from '../items/items.queries.ts'
import type { Ours, Parts, Subject } from '../items/subject.ts'
import { subjects } from '../items/subjects.ts'
import { articleOf } from '../moysklad.keys.ts'
import { refuseTaken, type Settlement } from './claims.ts'
import { courseOf, type ItemCourse, type Outcome, outcomeOf, type Surroundings } from './rules.ts'

/** Maximum items of a batch, to limit the number of our rows locked at a time and the size of a statement. */
export const maxAtOnce = 500

/** Maximum items that are planned together, including items that block others. */
const maxTogether = 2 * maxAtOnce

export type Terms = { organizationId: string | null; owners: MoySkladOwnership }

/**
 * Plans up to `limit` waiting items whose latest data has no plan yet, in the order of their ids. Saves the
 * plans in the caller's transaction. Changes none of our rows; all items still wait to be written.
 * @returns the number of items planned; 0: none is left
 */
export async function planItems(
  db: Db,
  organizationId: string | null,
  owners: MoySkladOwnership,
  kinds: readonly MoySkladKind[],
  limit: number,
): Promise<number> {
  const ids = await findUnplannedIds(db, kinds, Math.min(limit, maxAtOnce))
  const items = ids.length === 0 ? [] : await lockItems(db, ids)
  await replan(db, items, { organizationId, owners })
  return items.length
}

/**
 * Finds all our rows that may match items of a kind, and which items linked to those rows still exist in
 * MoySklad.
 */
export async function lookAround(
  db: Db,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  organizationId: string | null,
  isHeld: boolean,
): Promise<Surroundings> {
  const ids = items.flatMap(({ decision, decided_id }) => (decision === 'tie' ? (decided_id ?? []) : []))
  const moySkladIds = items.map(({ moy_sklad_id }) => moy_sklad_id)
  const ours = await subjects[kind].find(db, { ids, moySkladIds, items }, isHeld)
  const linkedIds = ours.flatMap(({ moy_sklad_id }) => moy_sklad_id ?? [])
  return { organizationId, ours, present: await findPresent(db, linkedIds) }
}

/**
 * Plans items of a kind. With `isHeld`, locks our rows until the transaction ends. If one of our rows blocks
 * an item, the item linked to that row is planned as well, and so on, because it may give up the value that
 * the other item needs. These added items are at the end of the result.
 */
export async function planOf(
  db: Db,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  terms: Terms,
  isHeld: boolean,
): Promise<Outcome[]> {
  if (items.length === 0) return []
  const all = [...items]
  for (;;) {
    const around = await lookAround(db, kind, all, terms.organizationId, isHeld)
    const settlements = await planWithNeighbours(db, kind, all, terms, around)
    const known = new Set(all.map(({ moy_sklad_id }) => moy_sklad_id))
    const blocking = settlements.flatMap(({ blockedBy }) => blockedBy).filter((id) => !known.has(id))
    const more = all.length < maxTogether ? await findInTheWay(db, kind, blocking, isHeld) : []
    if (more.length === 0) return settlements.map(({ outcome }) => outcome)
    all.push(...more)
  }
}

/** Plans items whose surroundings are known already. */
export const planAround = async (...given: Parameters<typeof planWithNeighbours>): Promise<Outcome[]> =>
  (await planWithNeighbours(...given)).map(({ outcome }) => outcome)

async function planWithNeighbours(
  db: Db,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  { owners }: Terms,
  around: Surroundings,
): Promise<Settlement[]> {
  const subject = subjects[kind]
  const courses = await withoutTwins(db, subject, kind, items, around)
  const parts = await partsOf(db, subject, items)
  const ties = new Map(around.ours.map((one) => [one.moy_sklad_id, one]))
  // Planning an item may take 0.1 ms, and there are hundreds of items.
  const outcomes = await mapInSlices(items, (item) => {
    const course = courses.get(item) ?? courseOf(subject, item, around)
    const linked = ties.get(item.moy_sklad_id) ?? null
    const left = linked !== null && leavesIt(item, course, linked) ? linked : null
    return outcomeOf(subject, item, course, { owners, parts, left })
  })
  return refuseTaken(subject, outcomes, around.ours)
}

/** Plans locked items again and saves the plans. */
export async function replan(db: Db, items: readonly WaitingItem[], terms: Terms): Promise<void> {
  for (const kind of moySkladKinds) {
    const some = items.filter((item) => item.kind === kind)
    const outcomes = await planOf(db, kind, some, terms, false)
    // Items that were added because they block others are not saved here. Their plans are saved when they are
    // planned themselves.
    await storePlans(
      db,
      outcomes.slice(0, some.length).map(({ item, plan, failures }) => ({ id: item.id, plan, failures })),
    )
  }
}

// An organization that was not chosen keeps its link, because nobody has decided to link it elsewhere.
const leavesIt = ({ decision }: WaitingItem, course: ItemCourse, linked: Ours): boolean =>
  decision === 'ignore' || ('ours' in course && course.ours.id !== linked.id)

/**
 * Finds the course of each item. No two items lead to the same row of ours, or to two new rows with the same
 * unique value. Items with a person's decision come first, then those with the lowest id.
 */
async function withoutTwins(
  db: Db,
  subject: Subject,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  around: Surroundings,
): Promise<Map<WaitingItem, ItemCourse>> {
  const courses = new Map(
    await mapInSlices(items, (item) => [item, courseOf(subject, item, around)] as const),
  )
  const settled = (item: WaitingItem) => courses.get(item)?.plan === 'same'
  const open = items.filter((item) => leadsOn(courses.get(item)) && !settled(item))
  if (subject.kind === null || open.length === 0) return courses
  const rivals = await findRivals(db, kind, open)
  const claims = new Map<string, { id: number; title: string }>()
  const precedes = (one: Rank, other: Rank) => rank(one) - rank(other) || one.id - other.id
  const claimants = [
    ...rivals.map(({ key, ...rival }) => ({ ...rival, keys: [key], item: null })),
    ...open.map((item) => ({ ...item, keys: claimsOf(item, courses.get(item)), item })),
  ].sort(precedes)
  for (const { item, keys, id, title } of claimants) {
    const taken = keys.map((key) => claims.get(key)).find((holder) => holder && holder.id !== id)
    if (!taken) for (const key of keys) claims.set(key, { id, title })
    else if (item)
      courses.set(item, {
        plan: 'ambiguous',
        failures: [{ field: null, key: 'moy_sklad_twin', values: { title: taken.title } }],
      })
  }
  return courses
}

type Rank = Pick<WaitingItem, 'id' | 'decision'>
const rank = ({ decision }: Rank): number => (decision === null ? 1 : 0)

const leadsOn = (course: ItemCourse | undefined): boolean => course !== undefined && !('failures' in course)

const claimsOf = ({ keys }: WaitingItem, course: ItemCourse | undefined): string[] => [
  ...keys.filter((key) => !key.startsWith('c ')),
  ...(course && 'ours' in course ? [`ours ${course.ours.id}`] : []),
]

/** Names of the components of bundles. A linked component has the name of our row. */
async function partsOf(db: Db, subject: Subject, items: readonly WaitingItem[]): Promise<Parts> {
  const moySkladIds = [
    ...new Set(
      items
        .filter(({ is_bundle }) => is_bundle)
        .flatMap(({ data }) => (data as ProductData).components.map(({ moy_sklad_id }) => moy_sklad_id)),
    ),
  ]
  if (moySkladIds.length === 0) return new Map()
  const [theirs, ours] = await Promise.all([
    findParts(db, moySkladIds),
    subject.find(db, { ids: [], moySkladIds, items: [] }, false),
  ])
  const named = new Map(
    theirs.map(({ moy_sklad_id, title, data }) => [
      moy_sklad_id,
      { name: title, article: articleOf(data as ProductData) },
    ]),
  )
  for (const one of ours) {
    const { title, subtitle } = subject.describe(one)
    if (one.moy_sklad_id) named.set(one.moy_sklad_id, { name: title, article: subtitle })
  }
  return named
}
