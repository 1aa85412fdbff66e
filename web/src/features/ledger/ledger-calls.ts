import type { Entry } from '@artel/contract/ledger'
import type { Ledger } from '@artel/contract/ledger.line'
import type { CallName } from '../../api/calls.ts'

type MoneyCalls = { list: 'money.list'; post: 'money.post'; reverse: 'money.reverse' }

/** The calls of a ledger. */
export const callsOf = (ledger: Ledger): MoneyCalls =>
  // The two have one shape, so the compiler is told of one of them.
  ({ list: `${ledger}.list`, post: `${ledger}.post`, reverse: `${ledger}.reverse` }) as unknown as MoneyCalls

/** The entries of an answer, which every ledger names by itself. */
export const entriesOf = (ledger: Ledger, answer: object | undefined): Entry[] | undefined =>
  // Of an answer of this ledger's own call.
  (answer as Partial<Record<Ledger, Entry[]>> | undefined)?.[ledger]

/** Every call whose answer an entry changes. */
export const entryReads = (ledger: Ledger): CallName[] => [
  `${ledger}.list`,
  'users.list',
  'users.get',
  'personnel.unfinished',
]
