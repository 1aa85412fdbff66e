import type pg from 'pg'
import { withClient as connect } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { type Connection, openPool, openRoot, type Root } from '../database/open.ts'
import { readSettings } from '../settings.ts'
import type { Task } from './command.ts'
import { listApplied, refuseNewer } from './migrations.ts'

type Opened<Database, Result> = (database: Database) => Promise<Result>

/** Opens a connection without the server's time limits. The schema remains as it is. */
export const withClient = <Result>(task: Task, work: Opened<pg.Client, Result>): Promise<Result> =>
  withConnection(task, (connection) => connect(connection, work))

/** The same, with the schema migrated to the newest version. */
export const withMigrated = <Result>(task: Task, work: Opened<pg.Client, Result>): Promise<Result> =>
  withClient(task, async (client) => {
    for (const name of await bringUp(client)) task.note(`migrated ${name}`)
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
      for (const name of await bringUp(client)) task.note(`migrated ${name}`)
      return connect(connection, (other) => work(client, other))
    }),
  )

/** The migrated database as the features use it. */
export const withRoot = <Result>(task: Task, work: Opened<Root, Result>): Promise<Result> =>
  withConnection(task, async (connection) => {
    const ran = await connect(connection, bringUp)
    for (const name of ran) task.note(`migrated ${name}`)
    const root = openRoot(openPool(connection, ({ message }) => task.note(message), 10_000))
    return work(root).finally(() => root.destroy())
  })

/**
 * Migrates the database. @returns the names of the migrations that ran @throws CommandError if the database
 * is newer
 */
export async function bringUp(client: pg.Client): Promise<string[]> {
  await refuseNewer('The database', await listApplied(client))
  return migrate(client)
}

async function withConnection<Result>(task: Task, work: Opened<Connection, Result>): Promise<Result> {
  const { databaseUrl, dataDir } = readSettings(task.terminal.env)
  if (databaseUrl) return work(databaseUrl)
  const embedded = await startEmbedded(dataDir, { log: task.note, mode: 'attach' })
  return work(embedded.connection).finally(() => embedded.stop())
}
