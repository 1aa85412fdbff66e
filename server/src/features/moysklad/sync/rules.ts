import type { MoySkladOwnership } from '@artel/contract/moysklad/moysklad'
import type { MoySkladPlan } from '@artel/contract/moysklad/moysklad.line'
import { changedFields } from '../../../errors/stale.ts'
import { checkLeniently } from '../client/lenient.ts'
import type { WaitingItem } from '../items/items.queries.ts'
import type { Failure, Fields, Match, Ours, Parts, Subject } from '../items/subject.ts'

/** What an item leads to: a row of ours, a new row, nothing, or a person's decision. */
export type ItemCourse =
  | { plan: 'tie' | 'same'; ours: Ours }
  | { plan: 'create' }
  | { plan: 'ignore' | 'ambiguous'; failures: Failure[] }

/** The planned result for an item. */
export type Outcome = {
  item: WaitingItem
  plan: MoySkladPlan
  /** Why the item is not written. If it is written: which fields are left out. */
  failures: Failure[]
  /** Our row that the item is linked to, or is to be linked to. */
  ours: Ours | null
  /** Our row whose link to the item is to be removed. */
  left: Ours | null
  /** The fields of our row that change; all fields of a new row. */
  changed: Fields
  /** Values written from MoySklad, as known after this outcome is written. */
  written: Fields | null
}

export type Surroundings = {
  /** The only organization that becomes a legal entity; null: all do. */
  organizationId: string | null
  /** All our rows that may match the items. */
  ours: readonly Ours[]
  /** MoySklad ids that our rows are linked to and that still exist there. */
  present: ReadonlySet<string>
}

const said = (key: Failure['key'], values?: Failure['values']): Failure => ({
  field: null,
  key,
  ...(values && { values }),
})

const waits = (...failures: Failure[]): ItemCourse => ({ plan: 'ambiguous', failures })
const ignored: ItemCourse = { plan: 'ignore', failures: [] }

/** Our row that is linked to an item. */
export const linkedTo = ({ moy_sklad_id }: WaitingItem, ours: readonly Ours[]): Ours | undefined =>
  ours.find((one) => one.moy_sklad_id === moy_sklad_id)

/** Whether our row is linked to another item that still exists in MoySklad. */
export const isElsewhere = (
  ours: Ours,
  { moy_sklad_id }: Pick<WaitingItem, 'moy_sklad_id'>,
  present: ReadonlySet<string>,
): boolean =>
  ours.moy_sklad_id !== null && ours.moy_sklad_id !== moy_sklad_id && present.has(ours.moy_sklad_id)

/** Finds what an item leads to, without regard to other items that lead to the same row. */
export function courseOf(subject: Subject, item: WaitingItem, around: Surroundings): ItemCourse {
  const { decision, decided_id } = item
  const linked = linkedTo(item, around.ours)
  if (decision === 'ignore' || isLeftOut(item, around)) return ignored
  if (decision === 'tie') {
    const chosen = around.ours.find(({ id }) => id === decided_id)
    if (!chosen) return waits(said('moy_sklad_ours_gone'))
    if (isElsewhere(chosen, item, around.present))
      return waits(said('moy_sklad_tied_elsewhere', { title: subject.describe(chosen).title }))
    return { plan: chosen.id === linked?.id ? 'same' : 'tie', ours: chosen }
  }
  if (linked) return { plan: 'same', ours: linked }
  if (decision === 'create') return { plan: 'create' }
  // An item that is archived in MoySklad is not created or linked automatically.
  if (item.data.is_archived) return ignored
  return courseByMatches(subject, item, around)
}

const isLeftOut = (
  { kind, decision, moy_sklad_id }: WaitingItem,
  { organizationId }: Surroundings,
): boolean =>
  kind === 'organization' && decision === null && organizationId !== null && organizationId !== moy_sklad_id

function courseByMatches(subject: Subject, item: WaitingItem, { ours, present }: Surroundings): ItemCourse {
  const matched = ours.flatMap((one) => {
    const match = subject.match(item, one)
    return match ? [{ one, match }] : []
  })
  const top = Math.max(...matched.map(({ match }) => match.weight))
  const [first, ...others] = matched.filter(({ match }) => match.weight === top)
  if (!first) {
    if (subject.kind === null) return ignored
    // The item was written before, so somebody has deleted our row, perhaps on purpose. A person decides.
    return item.written_at === null ? { plan: 'create' } : waits(said('moy_sklad_deleted_here'))
  }
  if (top === 0 || others.length > 0) return waits()
  if (!isElsewhere(first.one, item, present)) return { plan: 'tie', ours: first.one }
  return waits(said('moy_sklad_tied_elsewhere', { title: subject.describe(first.one).title }))
}

/** Our rows that an item may match, likeliest first, at most `most`. Rows of `named` share only a name. */
export function candidatesOf(
  subject: Subject,
  item: WaitingItem,
  ours: readonly Ours[],
  most: number,
  named: readonly Ours[] = [],
): (Match & { ours: Ours })[] {
  const matched = ours
    .flatMap((one) => {
      const match = subject.match(item, one)
      return match ? [{ ...match, ours: one }] : []
    })
    .sort((a, b) => b.weight - a.weight || b.matches.length - a.matches.length || a.ours.id - b.ours.id)
  const others = named.filter(({ id }) => !matched.some((one) => one.ours.id === id))
  const byName: Match = { matches: ['name'], weight: 0 }
  return [...matched, ...others.map((one) => ({ ...byName, ours: one }))].slice(0, most)
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Fields of our existing row that MoySklad owns. A field that was never filled in there is left out, so that
 * no value entered in Artel is lost.
 */
function ownedFields(
  subject: Subject,
  owners: MoySkladOwnership,
  wanted: Fields,
  before: Fields | null,
): Fields {
  const owned: Fields = {}
  const say = subject.kind === null ? {} : (owners[subject.kind] as Record<string, string>) // owner by group
  for (const [name, { fields, isWhole = false }] of Object.entries(subject.groups)) {
    if (say[name] !== 'moysklad') continue
    const isSaid = (field: string) => !isEmpty(wanted[field]) || !isEmpty(before?.[field])
    const isAnySaid = fields.some(isSaid)
    for (const field of fields)
      if (field in wanted && (isWhole ? isAnySaid : isSaid(field))) owned[field] = wanted[field]
  }
  return owned
}

type Given = { owners: MoySkladOwnership; parts: Parts; left: Ours | null }

/**
 * Outcome of an item on its course, checked against our rules. Whether others have its values is checked by
 * refuseTaken.
 */
export function outcomeOf(
  subject: Subject,
  item: WaitingItem,
  course: ItemCourse,
  { owners, parts, left }: Given,
): Outcome {
  const nothing = { item, left, changed: {}, written: item.written }
  if ('failures' in course) return { ...nothing, ...course, ours: null }
  if (course.plan === 'create') {
    const wanted = subject.want(item, parts, true)
    const { fields, failures, leftOut } = checkLeniently(subject, wanted, wanted, null)
    if (failures.length > 0) return { ...nothing, plan: 'invalid', failures, ours: null }
    return { ...nothing, plan: 'create', failures: leftOut, ours: null, changed: fields, written: fields }
  }
  const { ours, plan } = course
  const owned = ownedFields(subject, owners, subject.want(item, parts, false), item.written)
  const {
    fields,
    failures,
    leftOut,
    left: unwritten,
  } = checkLeniently(subject, changedFields(ours, owned), owned, ours)
  // Compare again, because the check normalizes values and they may be equal now.
  const changed = changedFields<Fields>(ours, fields)
  if (failures.length > 0) return { ...nothing, plan: 'invalid', failures, ours }
  const isChange = Object.keys(changed).length > 0
  const isTaken = ([name]: [string, unknown]) => !unwritten.has(name)
  return {
    ...nothing,
    plan: plan === 'tie' ? 'tie' : isChange ? 'change' : 'same',
    failures: leftOut,
    ours,
    changed: plan === 'tie' ? { ...changed, moy_sklad_id: item.moy_sklad_id } : changed,
    written: { ...item.written, ...Object.fromEntries(Object.entries(owned).filter(isTaken)), ...fields },
  }
}
