import type { MoySkladOwnership } from '@artel/contract/moysklad'
import { type MoySkladKind, moySkladKinds } from '@artel/contract/moysklad.line'
import type { ProductData } from '@artel/contract/moysklad.stored'
import type { Db } from '../../database/db.ts'
import { mapInSlices } from '../../slices.ts'
import { refuseTaken, type Settlement } from './moysklad.claims.ts'
import {
  findInTheWay,
  findParts,
  findPresent,
  findRivals,
  findUnplannedIds,
  holdItems,
  storePlans,
  type WaitingItem,
} from './moysklad.items.queries.ts'
import { articleOf } from './moysklad.keys.ts'
import { type Course, courseOf, type Outcome, outcomeOf, type Surroundings } from './moysklad.rules.ts'
import type { Ours, Parts, Subject } from './moysklad.subject.ts'
import { subjects } from './moysklad.subjects.ts'

/** More than so many at once would hold too much of ours at a time, and more than a statement may carry. */
export const mostAtOnce = 500

/** Items that are looked at together at most, with those in the way of others. */
const mostTogether = 2 * mostAtOnce

export type Terms = { organizationId: string | null; owners: MoySkladOwnership }

/**
 * Looks at up to `limit` items that wait and have no plan of what was read last, in the order of their ids, and stores
 * what is to become of each, in the transaction of the caller. Nothing of ours changes, and all still wait to be
 * written. @returns at how many it has looked; 0: none is left
 */
export async function planItems(
  db: Db,
  organizationId: string | null,
  owners: MoySkladOwnership,
  kinds: readonly MoySkladKind[],
  limit: number,
): Promise<number> {
  const ids = await findUnplannedIds(db, kinds, Math.min(limit, mostAtOnce))
  const items = ids.length === 0 ? [] : await holdItems(db, ids)
  await replan(db, items, { organizationId, owners })
  return items.length
}

/** Where items of a kind stand: all of ours that could concern them, and what they have of those that ours are tied to. */
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
  const tiedTo = ours.flatMap(({ moy_sklad_id }) => moy_sklad_id ?? [])
  return { organizationId, ours, present: await findPresent(db, tiedTo) }
}

/**
 * What is to become of items of a kind; with `isHeld` nobody changes those of ours until the transaction ends. Where
 * one of ours stands in the way of another, the item that it is linked to is looked at as well, and so on: it may give
 * up what another waits for. Those items follow at the end.
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
    const settlements = await settleAround(db, kind, all, terms, around)
    const known = new Set(all.map(({ moy_sklad_id }) => moy_sklad_id))
    const blocking = settlements.flatMap(({ blockedBy }) => blockedBy).filter((id) => !known.has(id))
    const more = all.length < mostTogether ? await findInTheWay(db, kind, blocking, isHeld) : []
    if (more.length === 0) return settlements.map(({ outcome }) => outcome)
    all.push(...more)
  }
}

/** The same where it is known already how they stand. */
export const planAround = async (...given: Parameters<typeof settleAround>): Promise<Outcome[]> =>
  (await settleAround(...given)).map(({ outcome }) => outcome)

async function settleAround(
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
  // An item may take a tenth of a millisecond, and there are hundreds.
  const outcomes = await mapInSlices(items, (item) => {
    const course = courses.get(item) ?? courseOf(subject, item, around)
    const tied = ties.get(item.moy_sklad_id) ?? null
    const left = tied !== null && leavesIt(item, course, tied) ? tied : null
    return outcomeOf(subject, item, course, { owners, parts, left })
  })
  return refuseTaken(subject, outcomes, around.ours)
}

/** Plans items anew that are held, and stores what is to become of each. */
export async function replan(db: Db, items: readonly WaitingItem[], terms: Terms): Promise<void> {
  for (const kind of moySkladKinds) {
    const some = items.filter((item) => item.kind === kind)
    const outcomes = await planOf(db, kind, some, terms, false)
    // The plans of those that only stood in the way are stored when they are asked for themselves.
    await storePlans(
      db,
      outcomes.slice(0, some.length).map(({ item, plan, failures }) => ({ id: item.id, plan, failures })),
    )
  }
}

// An organization that was not chosen stays what it was: nobody has said that it is another.
const leavesIt = ({ decision }: WaitingItem, course: Course, tied: Ours): boolean =>
  decision === 'ignore' || ('ours' in course && course.ours.id !== tied.id)

/**
 * The courses of items, where no two lead to the same one of ours, nor to two new ones that could not both be: what a
 * person has said goes before, then whichever came first.
 */
async function withoutTwins(
  db: Db,
  subject: Subject,
  kind: MoySkladKind,
  items: readonly WaitingItem[],
  around: Surroundings,
): Promise<Map<WaitingItem, Course>> {
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

const leadsOn = (course: Course | undefined): boolean => course !== undefined && !('failures' in course)

const claimsOf = ({ keys }: WaitingItem, course: Course | undefined): string[] => [
  ...keys.filter((key) => !key.startsWith('c ')),
  ...(course && 'ours' in course ? [`ours ${course.ours.id}`] : []),
]

/** What parts of bundles are called: as ours are, where they are tied. */
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
