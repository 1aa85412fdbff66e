import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import type { SecretKey } from '../../seal.ts'
import type { LockedUser } from '../users/users.ts'

/**
 * Context of a change of access: the transaction in both forms, the actor, and the key that encrypts mails.
 */
export type PersonnelContext = { db: Db; root: Root; actor: Actor; secretKey: SecretKey }

/** A locked person whom the actor may manage. */
export type LedUser = Allowed<LockedUser, 'lead'>

export const personOf = ({ db }: PersonnelContext, userId: number) => ({ companyId: db.companyId, userId })
