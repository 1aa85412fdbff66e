import type { AchievementCode } from '@artel/contract/company/company.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { notifyEach } from '../notifications/notifications.ts'

type Told = { id: number; user_id: number; achievement: AchievementCode; coins: number }
type Teller = Pick<Actor, 'userId'> | null

const notifyAll = (db: Db, actor: Teller, all: readonly Told[], of: 'given' | 'revoked', reason: string) =>
  notifyEach(
    db,
    actor,
    all.map(({ id, user_id, achievement, coins }) => ({
      to: user_id,
      kind: 'achievement' as const,
      params: { id, of, achievement, coins, reason },
      url: `/user/${user_id}/achievements`,
    })),
  )

export const notifyAchieved = (
  db: Db,
  actor: Teller,
  given: readonly Told[],
  comment: string | null = null,
) => notifyAll(db, actor, given, 'given', comment ?? '')

/** Notifies the person that an achievement was taken back. */
export const notifyRevoked = (db: Db, actor: Teller, { coins, ...taken }: Told, reason: string) =>
  notifyAll(db, actor, [{ ...taken, coins: -coins }], 'revoked', reason)
