import { z } from 'zod'
import { call } from '../call.ts'
import { listCall, oneOrMany } from '../shapes/list.ts'
import {
  fieldText,
  id,
  instant,
  longText,
  positiveCoins,
  positiveMoney,
  sum,
  text,
} from '../shapes/primitives.ts'
import { person } from '../users/users.ts'
import {
  entryKinds,
  explainedKinds,
  flows,
  kindsOf,
  type Ledger,
  ledgers,
  manualKinds,
  maxPeople,
  sourceTypes,
} from './ledger.line.ts'

const can = z.object({ reverse: z.boolean() })

export const entry = z.object({
  id,
  user_id: id,
  user: person,
  /** Kopecks or coins; below 0: taken. */
  amount: z.int(),
  /** The person's balance after the entry. */
  balance: z.int(),
  kind: z.enum(entryKinds),
  comment: z.string().nullable(),
  /** `title`: name of the task or the reward; null if the source has no name. */
  source: z.object({ type: z.enum(sourceTypes), id, title: z.string().nullable() }).nullable(),
  /** The entry that this one reverses, and the entry that reverses this one. */
  reverses_id: id.nullable(),
  reversed_by_id: id.nullable(),
  /** Null: the product. */
  created_by: id.nullable(),
  creator: person.nullable(),
  /** Null: an older entry, a purchase or its refund, or an award of a rule. */
  approved_by: id.nullable(),
  approver: person.nullable(),
  created_at: instant,
  can,
})
export type Entry = z.infer<typeof entry>

const totals = z.object({
  /** Sums that the filtered entries have given and taken, both above 0. */
  in: sum,
  out: sum,
  /** Balances of the filtered people at the end of `date_to`, or now. */
  balance: sum,
})
export type LedgerTotals = z.infer<typeof totals>

const amounts = { money: positiveMoney, coins: positiveCoins }

const postBody = (ledger: Ledger) => {
  const amount = amounts[ledger]
  return z
    .strictObject({
      user_id: id.optional(),
      user_ids: z.array(id).min(1).max(maxPeople).optional(),
      amount: amount.optional(),
      /** A separate amount for each person. */
      entries: z
        .array(z.strictObject({ user_id: id, amount }))
        .min(1)
        .max(maxPeople)
        .optional(),
      kind: z.enum(manualKinds[ledger]),
      /** Of an adjustment. */
      direction: z.enum(flows).optional(),
      comment: longText(500).nullish(),
    })
    .superRefine((sent, context) => {
      const refuse = (path: string, key: 'required' | 'unknown_field') =>
        context.addIssue({ code: 'custom', ...fieldText(key), path: [path] })
      const named = [sent.user_id, sent.user_ids, sent.entries].filter((who) => who !== undefined)
      if (named.length !== 1) refuse(sent.user_ids || sent.entries ? 'user_ids' : 'user_id', 'required')
      if (sent.entries === undefined && sent.amount === undefined) refuse('amount', 'required')
      if (sent.entries !== undefined && sent.amount !== undefined) refuse('amount', 'unknown_field')
      if (explainedKinds.includes(sent.kind) && !sent.comment) refuse('comment', 'required')
      const isAdjustment = sent.kind === 'adjustment'
      if (isAdjustment && sent.direction === undefined) refuse('direction', 'required')
      if (!isAdjustment && sent.direction !== undefined) refuse('direction', 'unknown_field')
    })
}
export type LedgerPost = z.output<ReturnType<typeof postBody>>

/** The calls of one ledger. Entries are permanent, so a mistake is reversed by another entry. */
const ledgerCalls = <const Name extends Ledger>(ledger: Name) => ({
  /** Posts all entries or none. Each person may be named only once. */
  post: call({
    method: 'POST',
    path: `/${ledger}`,
    access: 'admin',
    changes: [ledger],
    isIdempotent: true,
    success: 201,
    body: postBody(ledger),
    // A computed key widens to string, so the key is repeated for the type.
    answer: { [ledger]: z.array(entry) } as { [Key in Name]: z.ZodArray<typeof entry> },
    errors: ['insufficient_money', 'insufficient_coins'],
  }),
  reverse: call({
    method: 'POST',
    path: `/${ledger}/:id/reverse`,
    access: 'owner',
    changes: [ledger, 'task'],
    isIdempotent: true,
    success: 201,
    body: z.strictObject({ comment: text(500) }),
    answer: { entry },
    errors: ['already_reversed', 'wrong_state', 'insufficient_coins'],
  }),
  list: listCall({
    path: `/listing/${ledger}`,
    access: 'staff',
    shows: [ledger],
    plural: ledger,
    row: entry,
    sorts: ['created_at', 'amount'],
    filters: {
      user_id: oneOrMany(id).optional(),
      kind: oneOrMany(z.enum(kindsOf[ledger])).optional(),
      created_by: oneOrMany(id.nullable()).optional(),
      source_type: oneOrMany(z.enum(sourceTypes)).optional(),
      source_id: oneOrMany(id).optional(),
    },
    addressed: ['date_from', 'date_to', 'kind', 'user_id', 'created_by', 'source_type', 'source_id'],
    /** Null if the number of found entries is only an estimate. */
    extra: { totals: totals.nullable() },
  }),
})

export const money = ledgerCalls('money')
export const coins = ledgerCalls('coins')

const fault = z.object({
  ledger: z.enum(ledgers),
  user_id: id,
  user: person.nullable(),
  /** The stored balance, and the sum of the entries. */
  balance: z.int(),
  sum,
})

/** As stored: only with the id of the person. */
export type LedgerFaults = Omit<z.infer<typeof fault>, 'user'>[]

const ledgerCheck = z.object({
  checked_at: instant,
  /** Number of checked entries. */
  entries: sum,
  /** People whose entries do not add up to their balance, the first hundred; empty if all are correct. */
  faults: z.array(fault),
})
export type LedgerCheck = z.infer<typeof ledgerCheck>

/** The result of the nightly recalculation of all balances. */
export const ledger = {
  check: call({
    method: 'GET',
    path: '/ledger/check',
    access: 'owner',
    shows: ['money'],
    /** Null before the first nightly check. */
    answer: { check: ledgerCheck.nullable() },
  }),
}
