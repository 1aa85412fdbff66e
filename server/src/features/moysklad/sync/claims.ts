import { mapInSlices, Slices } from '../../../slices.ts'
import type { Fields, Ours, Subject } from '../items/subject.ts'
import type { Outcome } from './rules.ts'

/** Our row, existing or new, with its unique values before and after the items are written. */
type Claimant = {
  outcome: Outcome | null
  before: ReadonlySet<string>
  after: ReadonlySet<string>
  fields: Fields
  row: Ours | null
}

/** Claimants by value: all that have it once the outcomes are written, and the only one that had it before. */
type Holders = { now: Map<string, Set<Claimant>>; before: Map<string, Claimant> }

/** An outcome, and the MoySklad ids linked to the rows that block it, so that all can be planned together. */
export type Settlement = { outcome: Outcome; blockedBy: string[] }

/**
 * Refuses outcomes that would duplicate a unique value once all outcomes are written. A value that its
 * current row gives up in the same batch is free, so linked rows can swap their values, or rotate them in a
 * ring.
 */
export async function refuseTaken(
  subject: Subject,
  outcomes: readonly Outcome[],
  rows: readonly Ours[],
): Promise<Settlement[]> {
  const claimants = await claimantsOf(subject, outcomes, rows)
  const holders: Holders = { now: new Map(), before: new Map() }
  const slices = await Slices.begin()
  for (const one of claimants) {
    if (slices.isOver) await slices.next()
    add(holders, one, one.after)
    for (const key of one.before) holders.before.set(key, one)
  }
  const refused = new Map<Outcome, Settlement>()
  const open = [...holders.now.keys()]
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (slices.isOver) await slices.next()
    for (const loser of losersOf(key, holders.now.get(key))) {
      if (slices.isOver) await slices.next()
      if (!loser.outcome || refused.has(loser.outcome)) continue
      refused.set(loser.outcome, refusalOf(subject, loser.outcome, loser, holders))
      for (const one of loser.after) holders.now.get(one)?.delete(loser)
      // The refused row keeps its old values. Check them again, because other outcomes may need them.
      add(holders, loser, loser.before)
      open.push(...loser.before)
      loser.after = loser.before
      loser.fields = loser.row ?? {}
    }
  }
  return outcomes.map((outcome) => refused.get(outcome) ?? { outcome, blockedBy: [] })
}

const isWritten = ({ plan }: Outcome): boolean => plan === 'create' || plan === 'tie' || plan === 'change'

async function claimantsOf(
  subject: Subject,
  outcomes: readonly Outcome[],
  rows: readonly Ours[],
): Promise<Claimant[]> {
  const changing = new Map(
    outcomes
      .filter(isWritten)
      .flatMap((outcome) => (outcome.ours ? [[outcome.ours.id, outcome] as const] : [])),
  )
  const present = await mapInSlices(rows, (row): Claimant => {
    const outcome = changing.get(row.id) ?? null
    const fields = outcome ? { ...row, ...outcome.changed } : row
    const before = new Set(subject.claims(row))
    return { outcome, before, after: outcome ? new Set(subject.claims(fields)) : before, fields, row }
  })
  const made = outcomes.filter(({ plan }) => plan === 'create')
  const coming = await mapInSlices(made, (outcome): Claimant => {
    const { changed: fields } = outcome
    return { outcome, before: new Set(), after: new Set(subject.claims(fields)), fields, row: null }
  })
  return [...present, ...coming]
}

function add({ now }: Holders, one: Claimant, keys: ReadonlySet<string>): void {
  for (const key of keys) {
    const holders = now.get(key)
    if (holders) holders.add(one)
    else now.set(key, new Set([one]))
  }
}

/**
 * Finds the rows that do not get a value. A row that already has it keeps it; otherwise the first claimant
 * wins.
 */
function losersOf(key: string, holders: ReadonlySet<Claimant> | undefined): Claimant[] {
  if (!holders || holders.size < 2) return []
  const taking = [...holders].filter(({ before }) => !before.has(key)).sort((a, b) => rank(a) - rank(b))
  return taking.length < holders.size ? taking : taking.slice(1)
}

// New rows come last, because they can also be created later.
const rank = ({ outcome, row }: Claimant): number =>
  (row ? 0 : Number.MAX_SAFE_INTEGER / 2) + (outcome?.item.id ?? 0)

function refusalOf(subject: Subject, outcome: Outcome, loser: Claimant, holders: Holders): Settlement {
  const others = new Set([...loser.after].flatMap((key) => inTheWay(key, loser, holders)))
  const { item, ours, left } = outcome
  const failures = subject.findTaken(
    outcome.changed,
    loser.fields,
    [...others].map(({ fields }) => fields),
  )
  return {
    outcome: { item, left, changed: {}, written: item.written, plan: 'invalid', failures, ours },
    blockedBy: [...others].flatMap(({ row }) => row?.moy_sklad_id ?? []),
  }
}

/**
 * The other row that has a value now, and one of those that want it, too. All that want it are planned already,
 * and naming each of them to each other takes time that grows with the square of their number.
 */
function inTheWay(key: string, loser: Claimant, { now, before }: Holders): Claimant[] {
  const holders = now.get(key)
  const owner = before.get(key)
  const others = owner && owner !== loser && holders?.has(owner) ? [owner] : []
  for (const one of holders ?? []) if (one !== loser) return [...others, one]
  return others
}
