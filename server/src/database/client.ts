import pg from 'pg'
import type { Connection } from './open.ts'

/** Runs `work` on a connection of its own, without the time limits of those that answer calls. */
export async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    options: '-c timezone=UTC',
    application_name: 'artel command',
  })
  // What runs is told as well, and without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
