import type { EntryKind, Ledger } from '@artel/contract/ledger.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { tell } from '../notifications/notifications.ts'

type Given = { user_id: number } & { [Name in Ledger]?: number }

/** Tells people what they were given, or what was taken; `reason` stands beside it. */
export async function tellGiven(
  db: Db,
  actor: Pick<Actor, 'userId'>,
  given: readonly Given[],
  kind: EntryKind,
  reason: string | null,
): Promise<void> {
  // Those who are given the same are told in one statement.
  const same = new Map<string, Given[]>()
  for (const one of given) {
    const key = `${one.money ?? 0} ${one.coins ?? 0}`
    const others = same.get(key)
    if (others) others.push(one)
    else same.set(key, [one])
  }
  for (const people of same.values()) {
    const { money = 0, coins = 0 } = people[0] ?? {}
    if (money === 0 && coins === 0) continue
    await tell(db, actor, {
      to: people.map(({ user_id }) => user_id),
      kind: money === 0 ? 'coins_received' : 'money_received',
      params: { id: 0, of: kind, money, coins, reason: reason ?? '' },
      url: money === 0 ? '/coins' : '/money',
    })
  }
}
