import type { EntryKind, Ledger } from './ledger.line.ts'

/** Names of the ledgers and kinds of their entries, on screens and in files. */
export const ledgerWordsEn: Record<Ledger | `kind_${EntryKind}`, string> = {
  money: 'Money',
  coins: 'Coins',
  kind_task: 'Task',
  kind_reward: 'Reward',
  kind_achievement: 'Achievement',
  kind_bonus: 'Bonus',
  kind_fine: 'Fine',
  kind_payout: 'Payout',
  kind_adjustment: 'Adjustment',
  kind_purchase: 'Purchase',
  kind_refund: 'Refund',
  kind_reversal: 'Reversal',
}
