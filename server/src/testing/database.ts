import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { makeOpenFolder } from '../cli/open-folder.ts'
import { withClient } from '../database/client.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import type { Connection } from '../database/open.ts'

/** A migrated database for one run: on the server of TEST_DATABASE_URL, or an embedded server. */
export async function openTestDatabase(): Promise<{ connection: Connection; close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) {
    // A run that starts soon after this one must not find its attempts used up.
    await withClient(url, async (client) => {
      await migrate(client)
      await client.query('delete from tries')
    })
    return { connection: url, close: async () => {} }
  }
  const folder = await makeOpenFolder('artel-test-')
  const embedded = await startEmbedded(folder, { log: () => {} })
  await withClient(embedded.connection, migrate)
  const close = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { connection: embedded.connection, close }
}

/** Runs `work` on a separate connection to a test database, which is deleted afterwards. */
export async function withTestDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { connection, close } = await openTestDatabase()
  try {
    await withClient(connection, work)
  } finally {
    await close()
  }
}
