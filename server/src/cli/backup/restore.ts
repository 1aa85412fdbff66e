import { resolve } from 'node:path'
import pg from 'pg'
import { lockForRestore } from '../../database/backup-lock.ts'
import { forgetAllFiles, forgetFiles, RestoredFiles } from '../../database/restored-files.ts'
import { openUploads } from '../../files/uploads.ts'
import { explain } from '../../operator-error.ts'
import { findSecretKey, fingerprintOf } from '../../secret-key.ts'
import { readSettings, type Settings } from '../../settings.ts'
import { openStorage } from '../../storage/storage.ts'
import { load } from '../archive/load.ts'
import { lockTables } from '../archive/lock.ts'
import { ArchiveError, type Manifest } from '../archive/manifest.ts'
import { MediaRestore } from '../archive/media.ts'
import { listMediaFiles } from '../archive/media-files.ts'
import { fixText } from '../archive/schema.ts'
import { checkArchive } from '../archive/unpack.ts'
import { type Command, CommandError, type Task } from '../command.ts'
import { assertDatabase, hasCompanies, withMigratedPair } from '../database.ts'
import { refuseNewer } from '../migrations.ts'
import { hasQueue, isStray } from '../verify/verify-media.ts'

export const restore: Command = {
  name: 'restore',
  usage: 'restore FILE [--replace]',
  does: 'puts a backup into an empty database; --replace drops first what is there',
  options: { replace: { type: 'boolean' } },
  words: ['FILE'],
  mayCreate: 'where set',
  async run(task) {
    // Before the archive is read, which may take long.
    await assertDatabase(task)
    const archive = resolve(task.words[0] ?? '')
    const manifest = await checkArchive(archive)
    await refuseNewer('The archive', manifest.migrations)
    // Earlier versions made such archives of a database that nobody had meant.
    if (!manifest.tables.some(({ name, rows }) => name === 'companies' && rows > 0)) {
      throw new ArchiveError('it has no companies')
    }
    const settings = readSettings(task.terminal.env)
    if (await isOfOtherKey(manifest, settings)) task.note(otherKey)
    const uploads = await openUploads(settings.dataDir)
    const media = new MediaRestore(await openStorage(settings), uploads)
    const loading = withMigratedPair(task, (client, other) =>
      replaceAll({ client, other }, archive, manifest, media, task),
    )
    await loading.finally(() => uploads.close())
    task.say(describe(manifest))
  },
}

const otherKey =
  'WARNING: this SECRET_KEY is not the one of the backup. It cannot open the second factors and the tokens of other services, so people with a second factor cannot sign in. Start the server with the old SECRET_KEY, or with the old DATA_DIR/secret-key where none was set. `artel verify` tries to open everything'

/** Whether another key has sealed values of the archive. An archive of an earlier version does not tell. */
async function isOfOtherKey({ key_fingerprint }: Manifest, settings: Settings): Promise<boolean> {
  if (key_fingerprint === undefined) return false
  const key = await findSecretKey(settings)
  return key === undefined || fingerprintOf(key) !== key_fingerprint
}

async function replaceAll(
  { client, other }: { client: pg.Client; other: pg.Client },
  archive: string,
  manifest: Manifest,
  media: MediaRestore,
  { options, note }: Task,
): Promise<void> {
  // The lock is needed because a restore also removes and adds files.
  if (!(await lockForRestore(client)))
    throw new CommandError('A backup or another restore is running: try again after it')
  const notes = await RestoredFiles.open(other)
  try {
    await client.query('begin')
    await fixText(client)
    await lockTables(client)
    await refuseFull(client, options.replace === true)
    await load(client, archive, manifest)
    await forgetEndedJobs(client)
    await stopPrints(client)
    const stopped = await stopPushes(client)
    if (stopped > 0) note(describeStopped(stopped))
    // After the rows, so that no file is touched for tables that are refused.
    await media.add(archive, manifest, await listKeys(client), (key) => notes.add(key))
    await forgetFiles(client, media.stagedKeys())
    await commit(client)
  } catch (error) {
    // The files of either outcome are needed.
    if (error instanceof LostCommitError) throw error
    await client.query('rollback').catch(() => {})
    // Its own failure must not hide why the restore has failed.
    await media.undo().catch((failure) => note(describeLeft(failure)))
    throw error
  }
  // The planner has no statistics of the new tables.
  await client.query('analyze')
  await media.keep((key) => isStray(client, key)).catch(failLate)
  await forgetAllFiles(client)
}

/**
 * The queue stays, but what its jobs have done to the previous rows is undone. So no key of an ended job may
 * keep the same work from being queued again, such as the end of a forgotten shift.
 */
async function forgetEndedJobs(client: pg.Client): Promise<void> {
  if (await hasQueue(client)) await client.query('delete from jobs.job where completed_on is not null')
}

/**
 * What waited for a printer when the backup was made has been printed since, or nobody wants it any more. Of a print
 * that was under way, nobody knows how many labels came out.
 */
async function stopPrints(client: pg.Client): Promise<void> {
  await client.query(`
    update prints set status = case when sent > done then 'unknown' else 'failed' end, reason = 'restored',
      blocked_at = null, ended_at = now()
    where status in ('waiting', 'printing')`)
}

/**
 * Marks the scheduled pushes that are already due as failed, because they were probably sent after the backup was made.
 * Deletes the copies that waited for a device, because they have arrived meanwhile or are out of date. The notifications
 * themselves stay.
 * @returns the number of pushes
 */
async function stopPushes(client: pg.Client): Promise<number> {
  await client.query('delete from push_deliveries')
  const { rowCount } = await client.query(`
    update pushes set status = 'failed', sent_at = now() where status = 'scheduled' and send_at <= now()`)
  return rowCount ?? 0
}

const describeStopped = (pushes: number) =>
  `${pushes} of the scheduled pushes were due after the backup was made. They are not sent again: the list of pushes has them as failed`

/** Nobody knows whether the tables are committed. */
class LostCommitError extends CommandError {}

async function commit(client: pg.Client): Promise<void> {
  try {
    await client.query('commit')
  } catch (cause) {
    // The database answers with an error if it has rolled back.
    if (cause instanceof pg.DatabaseError && cause.severity === 'ERROR') throw cause
    throw new LostCommitError(
      'The connection was lost at the last step, so nobody knows whether the backup is restored. All files were kept: repeat the restore',
      { cause },
    )
  }
}

async function listKeys(client: pg.Client): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const { key } of await listMediaFiles(client)) keys.add(key)
  return keys
}

function failLate(cause: Error): never {
  const reason = explain(cause) ?? cause.message
  throw new CommandError(
    `The tables and new files are restored, but not every file from before could be replaced or removed: repeat the restore. ${reason}`,
    { cause },
  )
}

/** Call it under the table locks, so that nobody creates a company after the check. */
async function refuseFull(client: pg.Client, isReplacing: boolean): Promise<void> {
  if (isReplacing || !(await hasCompanies(client))) return
  throw new CommandError('The database has companies: only --replace puts the backup in their place')
}

const describeLeft = (failure: Error) =>
  `Files of the archive that could not be removed again stay in the storage until the server has removed them: ${explain(failure) ?? failure.message}`

function describe({ taken_at, tables, media }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `restored as of ${taken_at}: ${rows} rows of ${tables.length} tables, ${media.files} media files`
}
