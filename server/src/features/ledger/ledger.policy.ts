import type { EntryKind } from '@artel/contract/ledger/ledger.line'
import { type Actor, mayDecideFor } from '../../access/actor.ts'
import { type Allowed, allow } from '../../access/allowed.ts'

type Named = { user_id: number }
type Reversible = { kind: EntryKind; reversed_by_id: number | null }

/** Only an owner may post to themself, for example to return their own fine. @throws ApiError forbidden */
export const toPost = <T extends readonly Named[]>(actor: Actor, shares: T): Allowed<T, 'post'> =>
  allow(
    shares,
    'post',
    shares.every(({ user_id }) => mayDecideFor(actor, user_id)),
  )

/** @throws ApiError forbidden */
export const toReverse = <T extends object>(actor: Actor, entry: T): Allowed<T, 'reverse'> =>
  allow(entry, 'reverse', actor.type === 'owner')

export const rightsTo = (actor: Actor, { kind, reversed_by_id }: Reversible): { reverse: boolean } => ({
  reverse: actor.type === 'owner' && kind !== 'reversal' && reversed_by_id === null,
})
