import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Settings } from '../settings.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { type Connection, openPool, openRoot, type Root } from './open.ts'

export type OpenDatabase = { root: Root; isEmbedded: boolean; close(): Promise<void> }

/** Opens the server that DATABASE_URL names, or the embedded one, and brings it to the newest schema. */
export async function startDatabase(settings: Settings, log: FastifyBaseLogger): Promise<OpenDatabase> {
  if (settings.databaseUrl) return open(settings.databaseUrl, log)
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

async function open(connection: Connection, log: FastifyBaseLogger): Promise<OpenDatabase> {
  const pool = openPool(connection, (error) => log.warn({ err: error }, 'a database connection was lost'))
  await prepare(pool, log)
  const root = openRoot(pool)
  return { root, isEmbedded: false, close: () => root.destroy() }
}

async function prepare(pool: pg.Pool, log: FastifyBaseLogger): Promise<void> {
  const client = await pool.connect()
  try {
    await refuseWrongEncoding(client)
    for (const name of await migrate(client)) log.info(`migrated ${name}`)
  } finally {
    client.release()
  }
}

// With the locale C a Cyrillic word has no trigrams and no lower case, and search finds nothing by its index.
async function refuseWrongEncoding(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string; lower: string }>(
    `select current_setting('server_encoding') as encoding, lower('Ё') as lower`,
  )
  if (rows[0]?.encoding !== 'UTF8' || rows[0].lower !== 'ё') {
    throw new Error(
      'The database must have the encoding UTF8 and a locale that knows Cyrillic, such as C.UTF-8',
    )
  }
}
