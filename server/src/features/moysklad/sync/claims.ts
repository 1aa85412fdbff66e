import { mapInSlices } from '../../../slices.ts'
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
  const holders = new Map<string, Set<Claimant>>()
  for (const one of claimants) add(holders, one, one.after)
  const refused = new Map<Outcome, Settlement>()
  const open = [...holders.keys()]
  for (let key = open.pop(); key !== undefined; key = open.pop())
    for (const loser of losersOf(key, holders.get(key))) {
      if (!loser.outcome || refused.has(loser.outcome)) continue
      refused.set(loser.outcome, refusalOf(subject, loser.outcome, loser, holders))
      for (const one of loser.after) holders.get(one)?.delete(loser)
      // The refused row keeps its old values. Check them again, because other outcomes may need them.
      add(holders, loser, loser.before)
      open.push(...loser.before)
      loser.after = loser.before
      loser.fields = loser.row ?? {}
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

function add(holders: Map<string, Set<Claimant>>, one: Claimant, keys: ReadonlySet<string>): void {
  for (const key of keys) holders.set(key, (holders.get(key) ?? new Set()).add(one))
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

function refusalOf(
  subject: Subject,
  outcome: Outcome,
  loser: Claimant,
  holders: ReadonlyMap<string, ReadonlySet<Claimant>>,
): Settlement {
  const others = new Set([...loser.after].flatMap((key) => [...(holders.get(key) ?? [])]))
  others.delete(loser)
  const { item, ours, left } = outcome
  const inTheWay = [...others].map(({ fields }) => fields)
  const failures = subject.findTaken(outcome.changed, loser.fields, inTheWay)
  return {
    outcome: { item, left, changed: {}, written: item.written, plan: 'invalid', failures, ours },
    blockedBy: [...others].flatMap(({ row }) => row?.moy_sklad_id ?? []),
  }
}
