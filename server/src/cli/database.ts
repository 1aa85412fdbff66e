import { resolve } from 'node:path'
import pg from 'pg'
import { withClient as connect } from '../database/connection/client.ts'
import { type Connection, openPool, openRoot, type Root } from '../database/connection/open.ts'
import { hasEmbedded, startEmbedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { describePlace } from '../storage/storage.ts'
import type { Task } from './command.ts'
import { listApplied, refuseNewer } from './migrations.ts'

type Opened<Database, Result> = (database: Database) => Promise<Result>

/** Opens a connection without the server's time limits. The schema remains as it is. */
export const withClient = <Result>(task: Task, work: Opened<pg.Client, Result>): Promise<Result> =>
  withConnection(task, (connection) => connect(connection, work))

/** The same, with the schema migrated to the newest version. */
export const withMigrated = <Result>(task: Task, work: Opened<pg.Client, Result>): Promise<Result> =>
  withClient(task, async (client) => {
    for (const name of await bringUp(task, client)) task.note(`migrated ${name}`)
    return work(client)
  })

/**
 * Like `withMigrated`, with a second connection. Changes on it are committed at once, while a transaction runs on the
 * first.
 */
export const withMigratedPair = <Result>(
  task: Task,
  work: (client: pg.Client, other: pg.Client) => Promise<Result>,
): Promise<Result> =>
  withConnection(task, (connection) =>
    connect(connection, async (client) => {
      for (const name of await bringUp(task, client)) task.note(`migrated ${name}`)
      return connect(connection, (other) => work(client, other))
    }),
  )

/** The migrated database as the features use it. */
export const withRoot = <Result>(task: Task, work: Opened<Root, Result>): Promise<Result> =>
  withConnection(task, async (connection) => {
    const ran = await connect(connection, (client) => bringUp(task, client))
    for (const name of ran) task.note(`migrated ${name}`)
    const root = openRoot(openPool(connection, ({ message }) => task.note(message), 10_000))
    return work(root).finally(() => root.destroy())
  })

/**
 * Migrates the database. @returns the names of the migrations that ran
 * @throws CommandError if the database is newer than this version
 * @throws SettingsError if the database has no tables and the command may not create any
 */
export async function bringUp(task: Task, client: pg.Client): Promise<string[]> {
  const applied = await listApplied(client)
  await refuseNewer('The database', applied)
  if (applied.length === 0 && !mayCreate(task)) {
    throw new SettingsError(`The database ${client.database} has no tables of Artel: ${remedy}`)
  }
  return migrate(client)
}

/** Whether the installation has a company. Without one, the settings probably name a wrong database. */
export async function hasCompanies(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from companies limit 1')
  return rowCount !== 0
}

const remedy = 'set DATABASE_URL or DATA_DIR'

function mayCreate({ command, terminal }: Task): boolean {
  const isSet = Boolean(terminal.env.DATA_DIR || terminal.env.DATABASE_URL)
  return command.mayCreate === 'anywhere' || (command.mayCreate === 'where set' && isSet)
}

/** @throws SettingsError if there is no database and the command may create none */
export async function assertDatabase(task: Task): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(task.terminal.env)
  if (databaseUrl || mayCreate(task) || (await hasEmbedded(dataDir))) return
  throw new SettingsError(`There is no database in ${resolve(dataDir)}: ${remedy}`)
}

async function withConnection<Result>(task: Task, work: Opened<Connection, Result>): Promise<Result> {
  await assertDatabase(task)
  const settings = readSettings(task.terminal.env)
  task.note(`database ${describeDatabase(settings)}, media in ${describePlace(settings)}`)
  const url = directUrl(settings)
  if (url) return work(url)
  const embedded = await startEmbedded(settings.dataDir, { log: task.note, mode: 'attach' })
  return work(embedded.connection).finally(() => embedded.stop())
}

/** Not through a pooler, because commands take locks and have no time limits. */
const directUrl = ({ databaseUrl, databaseDirectUrl }: Settings) => databaseDirectUrl ?? databaseUrl

function describeDatabase(settings: Settings): string {
  const url = directUrl(settings)
  if (!url) return `in ${resolve(settings.dataDir)}`
  // The driver itself reads the address, which may omit parts. This opens no connection.
  const { database, host, port } = new pg.Client(url)
  return `${database} on ${host}:${port}`
}
