import type { FieldErrors } from '@artel/contract/errors/errors'
import { explainedKinds, type Flow, type Ledger, takingKinds } from '@artel/contract/ledger/ledger.line'
import type { InputOf } from '../../../api/send/calls.ts'

/** The kinds that this form posts. Payouts have a run of their own. */
export const handKinds = ['bonus', 'fine', 'adjustment'] as const
type HandKind = (typeof handKinds)[number]

type Share = { user_id: number; amount: number | null }

export type PostValues = {
  entries: Share[]
  /** The common amount, unless `isEach`. */
  amount: number | null
  isEach: boolean
  kind: HandKind
  direction: Flow
  comment: string
}

/** Whether each of several people gets an amount of their own. */
export const hasShares = ({ isEach, entries }: PostValues): boolean => isEach && entries.length > 1

const isTaking = ({ kind, direction }: PostValues): boolean =>
  takingKinds.includes(kind) || (kind === 'adjustment' && direction === 'out')

/** The signed amount of each person, 0 while empty; negative: withheld. */
const postShares = (values: PostValues): { user_id: number; amount: number }[] =>
  values.entries.map(({ user_id, amount }) => ({
    user_id,
    amount: (isTaking(values) ? -1 : 1) * ((hasShares(values) ? amount : values.amount) ?? 0),
  }))

export const postTotal = (values: PostValues): number =>
  postShares(values).reduce((sum, { amount }) => sum + amount, 0)

type PostBody = NonNullable<InputOf<'money.post'>['body']>

export function postBody(values: PostValues): PostBody {
  const { kind, direction, comment, entries } = values
  const said = comment.trim()
  const common = {
    kind,
    ...(kind === 'adjustment' && { direction }),
    ...(said !== '' && { comment: said }),
  }
  const filled = entries.map(({ user_id, amount }) => ({ user_id, amount: amount ?? 0 }))
  if (hasShares(values)) return { ...common, entries: filled }
  return { ...common, user_ids: filled.map(({ user_id }) => user_id), amount: values.amount ?? 0 }
}

type Balances = ReadonlyMap<number, Record<Ledger, number>>
type Texts = { required: string; short: (id: number, balance: number) => string }

/** Validates before sending. A balance of coins never goes below zero. */
export function checkPost(values: PostValues, ledger: Ledger, known: Balances, texts: Texts): FieldErrors {
  const { entries, amount, kind, comment } = values
  const wrong: FieldErrors = {}
  if (entries.length === 0) wrong.entries = [texts.required]
  if (!hasShares(values) && !amount) wrong.amount = [texts.required]
  if (explainedKinds.includes(kind) && comment.trim() === '') wrong.comment = [texts.required]
  for (const [index, share] of postShares(values).entries()) {
    const path = hasShares(values) ? `entries.${index}.amount` : 'amount'
    const balance = known.get(share.user_id)?.[ledger]
    if (hasShares(values) && share.amount === 0) wrong[path] = [texts.required]
    if (ledger === 'coins' && balance !== undefined && balance + share.amount < 0) {
      wrong[path] ??= [texts.short(share.user_id, balance)]
    }
  }
  return wrong
}

/** The server's errors under the form's field names. The server names people by two different paths. */
export const placePostErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, texts]) => [
      path.replace(/^user_ids\.(\d+)$/, 'entries.$1.user_id').replace(/^user_ids?$/, 'entries'),
      texts,
    ]),
  )

/** The index of the person that an error is about, and its text. */
export function personError(errors: FieldErrors): { index: number; text: string } | null {
  for (const [path, [text]] of Object.entries(errors)) {
    const [, index] = /^entries\.(\d+)\.user_id$/.exec(path) ?? []
    if (index !== undefined && text !== undefined) return { index: Number(index), text }
  }
  return null
}
