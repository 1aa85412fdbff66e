import type { MoySkladOwnership } from '@artel/contract/moysklad'
import type { MoySkladPlan } from '@artel/contract/moysklad.line'
import { changedFields } from '../../http/stale.ts'
import type { WaitingItem } from './moysklad.items.queries.ts'
import { checkLeniently } from './moysklad.lenient.ts'
import type { Failure, Fields, Match, Ours, Parts, Subject } from './moysklad.subject.ts'

/** Where one of theirs leads: to one of ours, to a new one, or to a person who has to say. */
export type Course =
  | { plan: 'tie' | 'same'; ours: Ours }
  | { plan: 'create' }
  | { plan: 'ignore' | 'ambiguous'; failures: Failure[] }

/** What is to become of one of theirs. */
export type Outcome = {
  item: WaitingItem
  plan: MoySkladPlan
  /** Why it is not written; where it is, which fields were left out. */
  failures: Failure[]
  /** The one of ours that it is, or is to be. */
  ours: Ours | null
  /** The one of ours that it is to be no more. */
  left: Ours | null
  /** Fields of ours that become another; of one that is to be made, all. */
  changed: Fields
  /** What is known to have been written by them, once this is. */
  written: Fields | null
}

export type Surroundings = {
  /** Of which alone a legal entity is made; null: of all. */
  organizationId: string | null
  /** All of ours that could concern the items. */
  ours: readonly Ours[]
  /** Ids of theirs, of those that ours are tied to, that they still have. */
  present: ReadonlySet<string>
}

const said = (key: Failure['key'], values?: Failure['values']): Failure => ({
  field: null,
  key,
  ...(values && { values }),
})

const waits = (...failures: Failure[]): Course => ({ plan: 'ambiguous', failures })
const ignored: Course = { plan: 'ignore', failures: [] }

/** Which one of ours is tied to an item. */
export const tiedTo = ({ moy_sklad_id }: WaitingItem, ours: readonly Ours[]): Ours | undefined =>
  ours.find((one) => one.moy_sklad_id === moy_sklad_id)

/** Whether one of ours is tied to another of theirs that is still there. */
export const isElsewhere = (
  ours: Ours,
  { moy_sklad_id }: Pick<WaitingItem, 'moy_sklad_id'>,
  present: ReadonlySet<string>,
): boolean =>
  ours.moy_sklad_id !== null && ours.moy_sklad_id !== moy_sklad_id && present.has(ours.moy_sklad_id)

/** Says where an item leads, apart from others of theirs that lead there, too. */
export function courseOf(subject: Subject, item: WaitingItem, around: Surroundings): Course {
  const { decision, decided_id } = item
  const tied = tiedTo(item, around.ours)
  if (decision === 'ignore' || isLeftOut(item, around)) return ignored
  if (decision === 'tie') {
    const chosen = around.ours.find(({ id }) => id === decided_id)
    if (!chosen) return waits(said('moy_sklad_ours_gone'))
    if (isElsewhere(chosen, item, around.present))
      return waits(said('moy_sklad_tied_elsewhere', { title: subject.describe(chosen).title }))
    return { plan: chosen.id === tied?.id ? 'same' : 'tie', ours: chosen }
  }
  if (tied) return { plan: 'same', ours: tied }
  if (decision === 'create') return { plan: 'create' }
  // What they have put away is not brought here anew.
  if (item.data.is_archived) return ignored
  return courseByMatches(subject, item, around)
}

const isLeftOut = (
  { kind, decision, moy_sklad_id }: WaitingItem,
  { organizationId }: Surroundings,
): boolean =>
  kind === 'organization' && decision === null && organizationId !== null && organizationId !== moy_sklad_id

function courseByMatches(subject: Subject, item: WaitingItem, { ours, present }: Surroundings): Course {
  const matched = ours.flatMap((one) => {
    const match = subject.match(item, one)
    return match ? [{ one, match }] : []
  })
  const top = Math.max(...matched.map(({ match }) => match.weight))
  const [first, ...others] = matched.filter(({ match }) => match.weight === top)
  if (!first) {
    if (subject.kind === null) return ignored
    // It was here: somebody has deleted it, and may have meant it.
    return item.written_at === null ? { plan: 'create' } : waits(said('moy_sklad_deleted_here'))
  }
  if (top === 0 || others.length > 0) return waits()
  if (!isElsewhere(first.one, item, present)) return { plan: 'tie', ours: first.one }
  return waits(said('moy_sklad_tied_elsewhere', { title: subject.describe(first.one).title }))
}

/** Those of ours that an item could be, the likeliest first, at most `most`; `named` share no more than a name. */
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
 * Fields that theirs has to say of one of ours that is there. What they have never filled in says nothing, so that
 * nothing is lost which people have entered here.
 */
function ownedFields(
  subject: Subject,
  owners: MoySkladOwnership,
  wanted: Fields,
  before: Fields | null,
): Fields {
  const owned: Fields = {}
  const say = subject.kind === null ? {} : (owners[subject.kind] as Record<string, string>) // an owner a group
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

/** What an item comes to on its course, held to our rules; whether others have its values is said by refuseTaken. */
export function outcomeOf(
  subject: Subject,
  item: WaitingItem,
  course: Course,
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
  // Once they are read as our forms read them, they may be the same after all.
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
