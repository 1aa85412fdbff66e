import type { Actor } from '../../access/actor.ts'
import type { Allowed } from '../../access/allowed.ts'
import type { Db } from '../../database/db.ts'
import type { Root } from '../../database/open.ts'
import type { LockedUser } from '../users/users.ts'

/** What a change of somebody's access needs: the transaction twice over, whose it is, and the key that seals mails. */
export type Office = { db: Db; root: Root; actor: Actor; secretKey: string }

/** A locked person whom the actor leads. */
export type Led = Allowed<LockedUser, 'lead'>

export const personOf = ({ db }: Office, userId: number) => ({ companyId: db.companyId, userId })
