import type { LedgerPost } from '@artel/contract/ledger/ledger'
import { type EntryKind, type Ledger, largestBalance, takingKinds } from '@artel/contract/ledger/ledger.line'
import { ApiError, fieldError } from '../../errors/errors.ts'

/** One person's part of a posting: the amount, and the paths of its fields in the body. */
export type Share = { user_id: number; amount: number; path: string; amountPath: string }

/** A share for each person, negative if the posting takes. @throws ApiError 422 for a person named twice */
export function sharesOf({ user_id, user_ids, entries, amount = 0, kind, direction }: LedgerPost): Share[] {
  const sign = takingKinds.includes(kind) || direction === 'out' ? -1 : 1
  const one = user_id === undefined ? [] : [{ user_id, amount, path: 'user_id', amountPath: 'amount' }]
  const many = user_ids?.map((id, index) => ({
    user_id: id,
    amount,
    path: `user_ids.${index}`,
    amountPath: 'amount',
  }))
  const each = entries?.map((entry, index) => ({
    ...entry,
    path: `entries.${index}.user_id`,
    amountPath: `entries.${index}.amount`,
  }))
  const shares = many ?? each ?? one
  const seen = new Set<number>()
  for (const share of shares) {
    if (seen.has(share.user_id)) throw fieldError(share.path, 'person_twice')
    seen.add(share.user_id)
  }
  return shares.map((share) => ({ ...share, amount: sign * share.amount }))
}

type Step = { ledger: Ledger; amount: number; kind: EntryKind; amountPath?: string }

/** Returns the new balance. @throws ApiError insufficient_money, insufficient_coins; 422 at the amount */
export function nextBalance(balance: number, { ledger, amount, kind, amountPath = 'amount' }: Step): number {
  const next = balance + amount
  if (next < 0 && ledger === 'coins') throw new ApiError('insufficient_coins')
  if (next < 0 && kind === 'payout') throw new ApiError('insufficient_money')
  if (Math.abs(next) > largestBalance) throw fieldError(amountPath, 'balance_limit')
  return next
}
