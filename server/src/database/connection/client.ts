import pg from 'pg'
import { asOptions, type Connection } from './open.ts'

const withoutLimits = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' }

/** Runs `work` on a connection of its own, without the time limits of the connections for requests. */
export async function withClient<Result>(
  connection: Connection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    // The role may have the settings of the pool.
    options: asOptions({ ...withoutLimits, timezone: 'UTC' }),
    application_name: 'artel command',
  })
  // A running query rejects as well. Without a listener, a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return work(client).finally(() => client.end())
}
