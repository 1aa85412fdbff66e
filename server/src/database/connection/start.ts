import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { explain, OperatorError } from '../../operator-error.ts'
import type { Settings } from '../../settings.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'
import { withClient } from './client.ts'
import { type Connection, openPool, openRoot, openSessionRoot, poolSizes, type Root } from './open.ts'

/** The server in DATABASE_URL cannot be used. The message says what it lacks. */
class DatabaseSetupError extends OperatorError {}

/** Ms to wait for the connections to close. A connection that is still busy then is left to the server. */
const closeMs = 1000

/**
 * `sessionRoot` only reads sessions. It has spare connections, so a request finds its user even when all
 * others are busy.
 */
export type OpenDatabase = {
  root: Root
  sessionRoot: Root
  connection: Connection
  isEmbedded: boolean
  close(): Promise<void>
}

/** Opens the server in DATABASE_URL, or the embedded one, and migrates it to the newest schema. */
export async function startDatabase(settings: Settings, log: FastifyBaseLogger): Promise<OpenDatabase> {
  if (settings.databaseUrl) return open(settings.databaseUrl, log, settings.databasePool)
  const embedded = await startEmbedded(settings.dataDir, { log: (message) => log.info(message) })
  try {
    const database = await open(embedded.connection, log)
    const close = () => database.close().finally(() => embedded.stop())
    return { ...database, isEmbedded: true, close }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

async function open(connection: Connection, log: FastifyBaseLogger, size?: number): Promise<OpenDatabase> {
  await prepare(connection, log)
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool(connection, onLost, undefined, { ...poolSizes.calls, ...(size && { max: size }) })
  const root = openRoot(pool)
  const sessionRoot = openSessionRoot(pool, openPool(connection, onLost, undefined, poolSizes.reserve))
  const close = async () => {
    const closed = Promise.all([root.destroy(), sessionRoot.destroy()])
    await Promise.race([closed, sleep(closeMs, undefined, { ref: false })])
  }
  return { root, sessionRoot, connection, isEmbedded: false, close }
}

async function prepare(connection: Connection, log: FastifyBaseLogger): Promise<void> {
  let isAnswering = false
  const ready = withClient(connection, async (client) => {
    isAnswering = true
    for (const name of await migrate(client)) log.info(`migrated ${name}`)
    await refuseWrongLocale(client)
  })
  await ready.catch((error) => {
    if (isAnswering) throw error
    throw new DatabaseSetupError(`The database does not answer: ${explain(error) ?? error.message}`)
  })
}

// With the locale C, Cyrillic words have no lower case and no trigrams, so search could not use its index.
async function refuseWrongLocale(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string; lower: string; trigrams: number }>(
    `select current_setting('server_encoding') as encoding, lower('Ё') as lower,
      cardinality(show_trgm('ёлка')) as trigrams`,
  )
  const [probe] = rows
  if (probe?.encoding === 'UTF8' && probe.lower === 'ё' && probe.trigrams > 0) return
  throw new DatabaseSetupError(
    'The database needs the encoding UTF8 and a locale that knows Cyrillic, such as C.UTF-8',
  )
}
