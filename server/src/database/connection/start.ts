import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { explain } from '../../operator-error.ts'
import type { Settings } from '../../settings.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { migrate } from '../migrate.ts'
import { withClient } from './client.ts'
import { DatabaseSetupError } from './errors.ts'
import {
  type Connection,
  openPool,
  openRoot,
  openSessionRoot,
  type PoolOptions,
  poolSizes,
  type Root,
} from './open.ts'
import type { PatientPool } from './patient-pool.ts'
import { isRefusedByPooler, preparePooler, warnOfPooler } from './pooler.ts'

/** Ms to wait for the connections to close. A connection that is still busy then is left to the server. */
const closeMs = 1000

/**
 * `connection` leads to the server itself, for what listens. `sessionRoot` only reads sessions. It has spare connections, so a request finds its user even when all
 * others are busy.
 */
export type OpenDatabase = {
  root: Root
  sessionRoot: Root
  connection: Connection
  isEmbedded: boolean
  pools: { calls: PatientPool; sessions: PatientPool }
  close(): Promise<void>
}

/** Opens the server in DATABASE_URL, or the embedded one, and migrates it to the newest schema. */
export async function startDatabase(settings: Settings, log: FastifyBaseLogger): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databasePool: max, preparesStatements: prepares } = settings
  if (databaseUrl) {
    const pooled = databaseDirectUrl === undefined ? undefined : databaseUrl
    return open({ direct: databaseDirectUrl ?? databaseUrl, pooled }, log, { max, prepares })
  }
  const embedded = await startEmbedded(settings.dataDir, { log: (message) => log.info(message) })
  try {
    const database = await open({ direct: embedded.connection }, log)
    const close = () => database.close().finally(() => embedded.stop())
    return { ...database, isEmbedded: true, close }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** `pooled` leads to the same database through a pooler. */
type Ways = { direct: Connection; pooled?: Connection | undefined }

async function open(
  { direct, pooled }: Ways,
  log: FastifyBaseLogger,
  options: Pick<PoolOptions, 'max' | 'prepares'> = {},
): Promise<OpenDatabase> {
  await prepare(direct, log)
  if (pooled) await preparePooler(direct, pooled)
  const onLost = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  const connection = pooled ?? direct
  const common = { ...options, isPooled: pooled !== undefined }
  const pool = openPool(connection, onLost, undefined, common)
  const root = openRoot(pool)
  const reserve = openPool(connection, onLost, undefined, { ...common, ...poolSizes.reserve })
  const sessionRoot = openSessionRoot(pool, reserve)
  const close = async () => {
    const closed = Promise.all([root.destroy(), sessionRoot.destroy()])
    await Promise.race([closed, sleep(closeMs, undefined, { ref: false })])
  }
  const pools = { calls: pool, sessions: reserve }
  return { root, sessionRoot, connection: direct, isEmbedded: false, pools, close }
}

async function prepare(connection: Connection, log: FastifyBaseLogger): Promise<void> {
  let isAnswering = false
  const ready = withClient(connection, async (client) => {
    isAnswering = true
    await warnOfPooler(client, log)
    logMigrations(log, await migrate(client))
    await refuseWrongLocale(client)
  })
  await ready.catch((error) => {
    if (isAnswering) throw error
    if (isRefusedByPooler(error)) {
      throw new DatabaseSetupError(
        'DATABASE_URL leads to a connection pooler: DATABASE_DIRECT_URL must be given',
      )
    }
    throw new DatabaseSetupError(`The database does not answer: ${explain(error) ?? error.message}`)
  })
}

/** The first migration creates the first tables, so one line then stands for all. */
function logMigrations(log: FastifyBaseLogger, names: readonly string[]): void {
  if (names[0]?.startsWith(firstMigration)) log.info(`created the tables, with ${names.length} migrations`)
  else for (const name of names) log.info(`migrated ${name}`)
}

const firstMigration = '0001_'

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
