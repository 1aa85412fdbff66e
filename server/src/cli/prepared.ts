import { execFile } from 'node:child_process'
import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { withClient } from '../database/connection/client.ts'
import { startEmbedded } from '../database/embedded/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { makeOpenFolder } from './open-folder.ts'

/** `empty`: a new cluster. `migrated`: one with all tables and no rows. */
export type Prepared = 'empty' | 'migrated'

/**
 * A data folder with a stopped cluster. The first caller of the run makes it, which takes seconds. All others
 * copy it.
 */
export async function makeDataFolder(prepared: Prepared): Promise<string> {
  const model = join(inject('models'), prepared)
  if (!(await isThere(model))) await makeModel(model, prepared)
  const folder = await makeOpenFolder('artel-command-')
  // `-a` keeps the owner of each file: if the tests run as root, the database runs under another account.
  await promisify(execFile)('cp', ['-a', `${model}/.`, folder])
  return folder
}

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  )

async function makeModel(model: string, prepared: Prepared): Promise<void> {
  const draft = await makeOpenFolder('artel-model-')
  const { connection, stop } = await startEmbedded(draft, { log: () => {} })
  await withClient(connection, async (client) => {
    // No test of such a folder cuts the power.
    await client.query('alter role current_user set synchronous_commit = off')
    if (prepared === 'migrated') await migrate(client)
  })
  await stop()
  // Another process may have made it meanwhile.
  await rename(draft, model).catch(() => rm(draft, { recursive: true }))
}
