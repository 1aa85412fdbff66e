import type { EntryKind, Ledger } from '@artel/contract/ledger/ledger.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { notifyEach } from '../notifications/notifications.ts'

type Given = {
  user_id: number
  /** The notification shows it. */
  reason: string | null
  /** How many things of the kind gave it. */
  count?: number
} & { [Name in Ledger]?: number }

/** Notifies people of the money or coins that they got or lost. */
export async function notifyGiven(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  given: readonly Given[],
  kind: EntryKind,
): Promise<void> {
  const news = given
    .filter(({ money = 0, coins = 0 }) => money !== 0 || coins !== 0)
    .map(({ user_id, reason, count = 1, money = 0, coins = 0 }) => ({
      to: user_id,
      kind: money === 0 ? ('coins_received' as const) : ('money_received' as const),
      params: { id: 0, of: kind, count, money, coins, reason: reason ?? '' },
      url: money === 0 ? '/coins' : '/money',
    }))
  await notifyEach(db, actor, news)
}
