import pg from 'pg'
import type { Connection } from './open.ts'

/** Runs `work` on a connection of its own, without the time limits of the connections for requests. */
export async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    options: '-c timezone=UTC',
    application_name: 'artel command',
  })
  // A running query rejects as well. Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
