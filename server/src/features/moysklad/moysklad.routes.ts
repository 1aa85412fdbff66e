import { moySklad } from '@artel/contract/moysklad/moysklad'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { routes } from '../../http/calls/route.ts'
import type { SessionSettings } from '../../sessions/session.ts'
import type { MoySkladClient } from './client/client.ts'
import { runFile } from './moysklad.file.ts'
import { showConnection, showStatus } from './moysklad.show.ts'
import { confirm, disconnect, saveConnection, startRun, stopRun } from './moysklad.ts'
import { listRunRows } from './sync/runs.queries.ts'
import { isHook, receiveWebhook } from './webhooks/hooks.ts'

export function moySkladRoutes(client: MoySkladClient, { secretKey }: Pick<SessionSettings, 'secretKey'>) {
  const show = async (db: Db, actor: Actor) => {
    const moi_sklad = await showConnection(db, actor, secretKey)
    // The connection was deleted meanwhile.
    if (!moi_sklad) throw new ApiError('wrong_state')
    return { moi_sklad }
  }
  return routes(moySklad, {
    get: async ({ db, actor }) => {
      const look = actor.type === 'owner' ? showConnection : showStatus
      return { moi_sklad: (await look(db, actor, secretKey)) ?? { connected: false } }
    },
    save: async ({ root, db, actor, body }) => {
      await saveConnection({ root, db, actor }, client, secretKey, body)
      return show(db, actor)
    },
    disconnect: async ({ db, actor }) => {
      await disconnect(db, actor)
      return {}
    },
    sync: async ({ db, actor, body }) => ({ run: await startRun(db, actor, body.full) }),
    stop: async ({ db, actor }) => {
      await stopRun(db, actor)
      return show(db, actor)
    },
    confirm: async ({ db, actor }) => ({ run: await confirm(db, actor) }),
    runs: {
      answer: async ({ db, actor, body, query }) => {
        const { rows, pagination } = await listRunRows(db, actor, body, query)
        return { runs: rows, pagination }
      },
      file: async ({ db, actor, body, query }) => runFile(db, actor, body, query),
    },
    hook: {
      isKnown: (root, params) => isHook(root, params.hook_key),
      answer: async ({ root, params, query, body, request }) => {
        const message = request.rawBody.isTooLarge ? null : body
        await receiveWebhook(root, params.hook_key, query.requestId, message)
        return {}
      },
    },
  })
}
