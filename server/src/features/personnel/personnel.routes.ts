import { personnel } from '@artel/contract/users/personnel'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { type Route, routes } from '../../http/calls/route.ts'
import type { SecretKey } from '../../seal.ts'
import { getUser } from '../users/users.ts'
import { changePeople } from './personnel.bulk.ts'
import {
  changePerson,
  createUser,
  erase,
  inviteAgain,
  listUnfinished,
  removeTotp,
  setStatus,
} from './personnel.ts'

export function personnelRoutes({ secretKey }: { secretKey: SecretKey }): Route[] {
  const officeOf = ({ db, root, actor }: { db: Db; root: Root; actor: Actor }) => ({
    db,
    root,
    actor,
    secretKey,
  })
  const answer = async (db: Db, actor: Actor, id: number) => ({ user: await getUser(db, actor, id) })
  return routes(personnel, {
    create: async (context) => {
      const id = await createUser(officeOf(context), context.body)
      return answer(context.db, context.actor, id)
    },
    update: async (context) => {
      const mailed_to = await changePerson(officeOf(context), context.params.id, context.body)
      return { ...(await answer(context.db, context.actor, context.params.id)), mailed_to }
    },
    setStatus: async (context) => {
      await setStatus(officeOf(context), context.params.id, context.body)
      return answer(context.db, context.actor, context.params.id)
    },
    invite: async (context) => {
      await inviteAgain(officeOf(context), context.params.id)
      return {}
    },
    resetTotp: async (context) => {
      await removeTotp(officeOf(context), context.params.id)
      return answer(context.db, context.actor, context.params.id)
    },
    unfinished: async ({ db, actor, params }) => ({
      unfinished: await listUnfinished(db, actor, params.id),
    }),
    bulk: (context) => changePeople(officeOf(context), context.body),
    remove: async (context) => {
      await erase(officeOf(context), context.params.id)
      return {}
    },
  })
}
