import type { Entry } from '@artel/contract/ledger/ledger'
import type { Ledger } from '@artel/contract/ledger/ledger.line'

type MoneyCalls = { list: 'money.list'; post: 'money.post'; reverse: 'money.reverse' }

/** The call names of a ledger. */
export const callsOf = (ledger: Ledger): MoneyCalls =>
  // Both ledgers have calls of the same shape, so the type is that of money.
  ({ list: `${ledger}.list`, post: `${ledger}.post`, reverse: `${ledger}.reverse` }) as unknown as MoneyCalls

/** The entries of a response. Each ledger has its own key for them. */
export const entriesOf = (ledger: Ledger, answer: object | undefined): Entry[] | undefined =>
  // The response belongs to a call of this ledger, so the cast holds.
  (answer as Partial<Record<Ledger, Entry[]>> | undefined)?.[ledger]
