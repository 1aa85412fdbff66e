import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import type { Connection } from '../database/open.ts'

/** A migrated database for one run: the server that TEST_DATABASE_URL names, or an embedded one of its own. */
export async function openTestDatabase(): Promise<{ connection: Connection; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    // A run that follows soon must not find its tries spent.
    await withClient(url, async (client) => {
      await migrate(client)
      await client.query('delete from tries')
    })
    return { connection: url, close: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'artel-test-'))
  // As root the database runs under another account, which must get in.
  await chmod(folder, 0o755)
  const embedded = await startEmbedded(folder, { log: () => {} })
  await withClient(embedded.connection, migrate)
  const close = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { connection: embedded.connection, close }
}

/** Runs `work` on a connection of its own to a test database that is gone afterwards. */
export async function withTestDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { connection, close } = await openTestDatabase()
  try {
    await withClient(connection, work)
  } finally {
    await close()
  }
}
