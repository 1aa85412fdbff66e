import { moySklad } from '@artel/contract/moysklad'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../http/errors.ts'
import { routes } from '../../http/route.ts'
import type { SessionSettings } from '../../http/session.ts'
import type { MoySkladDoor } from './moysklad.door.ts'
import { runFile } from './moysklad.file.ts'
import { takeEvent } from './moysklad.hooks.ts'
import { listRunRows } from './moysklad.runs.queries.ts'
import { showConnection } from './moysklad.show.ts'
import { confirm, connect, disconnect, startRun, stopRun, updateSettings } from './moysklad.ts'

export function moySkladRoutes(door: MoySkladDoor, { secretKey }: Pick<SessionSettings, 'secretKey'>) {
  const show = async (db: Db) => {
    const moy_sklad = await showConnection(db, secretKey)
    // It was taken away meanwhile.
    if (!moy_sklad) throw new ApiError('wrong_state')
    return { moy_sklad }
  }
  return routes(moySklad, {
    get: async ({ db }) => ({ moy_sklad: await showConnection(db, secretKey) }),
    connect: async ({ root, db, actor, body }) => {
      await connect({ root, db, actor }, door, secretKey, body.token)
      return show(db)
    },
    update: async ({ db, actor, body }) => {
      await updateSettings(db, actor, secretKey, body)
      return show(db)
    },
    disconnect: async ({ db, actor }) => {
      await disconnect(db, actor)
      return {}
    },
    sync: async ({ db, actor, body }) => ({ run: await startRun(db, actor, body.full) }),
    stop: async ({ db, actor }) => {
      await stopRun(db, actor)
      return show(db)
    },
    confirm: async ({ db, actor }) => ({ run: await confirm(db, actor) }),
    runs: {
      answer: async ({ db, actor, body, query }) => {
        const { rows, pagination } = await listRunRows(db, actor, body, query)
        return { runs: rows, pagination }
      },
      file: async ({ db, actor, body, query }) => runFile(db, actor, body, query),
    },
    hook: async ({ root, params, query, body }) => {
      await takeEvent(root, params.hook_key, query.requestId, body)
      return {}
    },
  })
}
