// Free of schemas, so that the pages of money and coins do not carry the checker of all shapes.

/** The two ledgers; they have one shape and never mix. */
export const ledgers = ['money', 'coins'] as const
export type Ledger = (typeof ledgers)[number]

/** How an entry came about. */
export const entryKinds = [
  'task',
  'reward',
  'achievement',
  'bonus',
  'fine',
  'payout',
  'adjustment',
  'purchase',
  'refund',
  'reversal',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What entries of a ledger can be. */
export const kindsOf = {
  money: ['task', 'reward', 'bonus', 'fine', 'payout', 'adjustment', 'reversal'],
  coins: ['task', 'reward', 'achievement', 'bonus', 'fine', 'adjustment', 'purchase', 'refund', 'reversal'],
} as const satisfies Record<Ledger, readonly EntryKind[]>

/** What admins enter by hand. */
export const manualKinds = {
  money: ['bonus', 'fine', 'payout', 'adjustment'],
  coins: ['bonus', 'fine', 'adjustment'],
} as const satisfies Record<Ledger, readonly EntryKind[]>
export type ManualKind = (typeof manualKinds)[Ledger][number]

/** Whether an adjustment gives or takes. */
export const flows = ['in', 'out'] as const
export type Flow = (typeof flows)[number]

/** Kinds that take what they name. */
export const takingKinds: readonly EntryKind[] = ['fine', 'payout', 'purchase']

/** Kinds that say nothing by themselves: whoever enters one gives the reason. */
export const explainedKinds: readonly EntryKind[] = ['fine', 'adjustment']

/** What an entry may come from; `posting`: what was entered by hand together, a run of payouts for instance. */
export const sourceTypes = ['task', 'reward', 'achievement', 'order', 'posting'] as const
export type SourceType = (typeof sourceTypes)[number]

/** So many people in one posting. */
export const mostPeople = 1000

/** Beyond this no balance goes, in kopecks or coins: far below where numbers lose their last digit. */
export const largestBalance = 10_000_000_000_000
