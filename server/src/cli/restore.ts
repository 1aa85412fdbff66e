import { join, resolve } from 'node:path'
import type pg from 'pg'
import { readSettings } from '../settings.ts'
import { load } from './archive/load.ts'
import { lockTables } from './archive/lock.ts'
import type { Manifest } from './archive/manifest.ts'
import { MediaDraft } from './archive/media.ts'
import { fixText } from './archive/schema.ts'
import { checkArchive } from './archive/unpack.ts'
import { type Command, CommandError } from './command.ts'
import { withMigrated } from './database.ts'
import { refuseNewer } from './migrations.ts'

export const restore: Command = {
  name: 'restore',
  usage: 'restore FILE [--replace]',
  does: 'puts a backup into an empty database; --replace drops first what is there',
  options: { replace: { type: 'boolean' } },
  words: ['FILE'],
  async run(task) {
    const archive = resolve(task.words[0] ?? '')
    const media = new MediaDraft(join(readSettings(task.terminal.env).dataDir, 'media'))
    const manifest = await checkArchive(archive)
    await refuseNewer('The archive', manifest.migrations)
    await withMigrated(task, async (client) => {
      try {
        await client.query('begin')
        await fixText(client)
        await lockTables(client)
        await refuseFull(client, task.options.replace === true)
        await media.open()
        await load(client, archive, manifest, (path, content) => media.add(path, content))
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => {})
        await media.drop()
        throw error
      }
      await media.takeOver()
      // The planner knows nothing of tables that are new.
      await client.query('analyze')
    })
    task.say(describe(manifest))
  },
}

/** To be called under the lock: nobody makes a company after the look. */
async function refuseFull(client: pg.Client, isReplacing: boolean): Promise<void> {
  const { rowCount } = await client.query('select from companies limit 1')
  if (rowCount === 0 || isReplacing) return
  throw new CommandError('The database has companies: only --replace puts the backup in their place')
}

function describe({ taken_at, tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `restored as of ${taken_at}: ${rows} rows of ${tables.length} tables, ${media.files} media files`
}
