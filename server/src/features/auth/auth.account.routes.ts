import { account } from '@artel/contract/account/account'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import { ApiError } from '../../errors/errors.ts'
import { type Route, routes } from '../../http/calls/route.ts'
import { sendDevice } from '../../sessions/device.ts'
import { isRemembered, type SessionSettings, sendCookies, tokenOf } from '../../sessions/session.ts'
import { endOtherSessions, endSession, listSessions } from '../../sessions/session-list.ts'
import { writeAudit } from '../audit/audit.ts'
import { changePassword, checkOwnPassword } from './auth.passwords.ts'
import { deleteLinks } from './auth.queries.ts'
import { changeEmail } from './mails/emails.ts'

export const accountRoutes = (settings: SessionSettings): Route[] =>
  routes(account, {
    checkPassword: async ({ root, actor, body }) => {
      await checkOwnPassword(root, actor, 'password', body.password)
      return {}
    },
    changePassword: async ({ root, db, actor, body, request, reply }) => {
      const call = { root, db, actor }
      const { token, epoch } = await changePassword(call, settings.secretKey, tokenOf(request), body)
      sendCookies(request, reply, settings, token, await isRemembered(root, token))
      sendDevice(request, reply, settings, { id: actor.userId, epoch })
      return {}
    },
    changeEmail: async ({ root, db, actor, body }) => {
      await changeEmail({ root, db, actor }, settings.secretKey, body)
      return {}
    },
    sessions: async ({ root, actor, request }) => ({
      sessions: await listSessions(root, actor, tokenOf(request)),
    }),
    endOtherSessions: async ({ root, db, actor, request }) => {
      const ended = await endOtherSessions(root, actor, tokenOf(request))
      const entry = { action: 'session_end', entity: 'user', id: actor.userId } as const
      for (const before of ended) await writeAudit(db, actor, { ...entry, before })
      await deleteAskedEmail(root, actor)
      return {}
    },
    endSession: async ({ root, db, actor, params, request }) => {
      // The ended session may be the session of this request.
      request.session.isEnding = true
      const ended = await endSession(root, actor, params.id)
      if (!ended) throw new ApiError('not_found')
      await deleteAskedEmail(root, actor)
      await writeAudit(db, actor, { action: 'session_end', entity: 'user', id: actor.userId, before: ended })
      return {}
    },
  })

// A stranger who was signed in with an ended session could have requested another email.
const deleteAskedEmail = (root: Root, actor: Actor) => deleteLinks(root, actor, 'email')
