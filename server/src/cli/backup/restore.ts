import type pg from 'pg'
import { bringIn, checkNamed } from '../archive/bring-in.ts'
import { load } from '../archive/load.ts'
import { lockTables } from '../archive/lock.ts'
import { ArchiveError, type Manifest } from '../archive/manifest.ts'
import { type Command, CommandError } from '../command.ts'
import { hasCompanies } from '../database.ts'
import { hasQueue } from '../verify/verify-media.ts'

export const restore: Command = {
  name: 'restore',
  usage: 'restore FILE [--replace]',
  does: 'puts a backup into an empty database; --replace drops first what is there',
  options: { replace: { type: 'boolean' } },
  words: ['FILE'],
  mayCreate: 'where set',
  async run(task) {
    const { archive, manifest } = await checkNamed(task)
    // Earlier versions made such archives of a database that nobody had meant.
    if (!manifest.tables.some(({ name, rows }) => name === 'companies' && rows > 0)) {
      throw new ArchiveError('it has no companies')
    }
    const isReplacing = task.options.replace === true
    if (isReplacing && manifest.company_id !== undefined) {
      throw new CommandError('The archive has one company: company import adds it to the others')
    }
    await bringIn(task, archive, manifest, (client) => replaceAll(client, archive, manifest, isReplacing))
    task.say(describe(manifest))
  },
}

async function replaceAll(
  client: pg.Client,
  archive: string,
  manifest: Manifest,
  isReplacing: boolean,
): Promise<void> {
  await lockTables(client)
  await refuseFull(client, isReplacing)
  await load(client, archive, manifest)
  await deleteEndedJobs(client)
}

/**
 * The queue stays, but what its jobs have done to the previous rows is undone. So no key of an ended job may
 * keep the same work from being queued again, such as the end of a forgotten shift.
 */
async function deleteEndedJobs(client: pg.Client): Promise<void> {
  if (await hasQueue(client)) await client.query('delete from jobs.job where completed_on is not null')
}

/** Call it under the table locks, so that nobody creates a company after the check. */
async function refuseFull(client: pg.Client, isReplacing: boolean): Promise<void> {
  if (isReplacing || !(await hasCompanies(client))) return
  throw new CommandError('The database has companies: only --replace puts the backup in their place')
}

function describe({ taken_at, tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `restored as of ${taken_at}: ${rows} rows of ${tables.length} tables, ${media.files} media files`
}
