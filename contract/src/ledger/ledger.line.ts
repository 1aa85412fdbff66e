// Without schemas, so that the pages of money and coins do not load the schema library.

/** The two ledgers. They have the same shape and never mix. */
export const ledgers = ['money', 'coins'] as const
export type Ledger = (typeof ledgers)[number]

/** Kinds of entries, by their cause. */
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

/** Kinds of entries that each ledger can have. */
export const kindsOf = {
  money: ['task', 'reward', 'bonus', 'fine', 'payout', 'adjustment', 'reversal'],
  coins: ['task', 'reward', 'achievement', 'bonus', 'fine', 'adjustment', 'purchase', 'refund', 'reversal'],
} as const satisfies Record<Ledger, readonly EntryKind[]>

/** Kinds that admins enter by hand. */
export const manualKinds = {
  money: ['bonus', 'fine', 'payout', 'adjustment'],
  coins: ['bonus', 'fine', 'adjustment'],
} as const satisfies Record<Ledger, readonly EntryKind[]>
export type ManualKind = (typeof manualKinds)[Ledger][number]

/** Whether an adjustment gives or takes. */
export const flows = ['in', 'out'] as const
export type Flow = (typeof flows)[number]

/** Kinds that reduce the balance. */
export const takingKinds: readonly EntryKind[] = ['fine', 'payout', 'purchase']

/** Kinds that do not explain themselves, so the person who enters one must give a reason. */
export const explainedKinds: readonly EntryKind[] = ['fine', 'adjustment']

/** Sources of entries; `posting`: entries that were made by hand together, such as a payouts run. */
export const sourceTypes = ['task', 'reward', 'achievement', 'order', 'posting'] as const
export type SourceType = (typeof sourceTypes)[number]

/** Maximum number of people in one posting. */
export const maxPeople = 1000

/** Maximum balance in kopecks or coins, far below the limit of exact numbers. */
export const largestBalance = 10_000_000_000_000
