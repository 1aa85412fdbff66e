import { resolve } from 'node:path'
import pg from 'pg'
import { lockForRestore } from '../../database/backup-lock.ts'
import { deleteAllFileRecords, deleteFileRecords, RestoredFiles } from '../../database/restored-files.ts'
import { openUploads } from '../../files/uploads.ts'
import { explain } from '../../operator-error.ts'
import type { SecretKey } from '../../seal.ts'
import { findSecretKey, fingerprintOf } from '../../secret-key.ts'
import { readSettings } from '../../settings.ts'
import { assertKey, parseKey, wholeOf } from '../../storage/keys.ts'
import { openStorage } from '../../storage/storage.ts'
import { CommandError, type Task } from '../command.ts'
import { assertDatabase, withMigratedPair } from '../database.ts'
import { refuseNewer } from '../migrations.ts'
import { sealAnew } from '../sealed.ts'
import { isStray } from '../verify/verify-media.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { MediaRestore } from './media.ts'
import { listMediaFiles } from './media-files.ts'
import { fixText } from './schema.ts'
import { checkArchive } from './unpack.ts'

/**
 * Checks the whole archive that a command names.
 * @throws ArchiveError if it is damaged; CommandError if it is of a newer version; SettingsError if there is no database
 */
export async function checkNamed(task: Task): Promise<{ archive: string; manifest: Manifest }> {
  // Before the archive is read, which may take long.
  await assertDatabase(task)
  const archive = resolve(task.words[0] ?? '')
  const manifest = await checkArchive(archive)
  await refuseNewer('The archive', manifest.migrations)
  return { archive, manifest }
}

type Load = (client: pg.Client) => Promise<void>

/**
 * Adds the rows of an archive to the database and their files to the storage. If one of the two fails, adds neither.
 * @param load adds the rows. It runs in a transaction, under the lock of a restore
 * @param companyId the archive is used only for this company; undefined: its rows replace all rows
 */
export async function bringIn(
  task: Task,
  archive: string,
  manifest: Manifest,
  load: Load,
  companyId?: number,
): Promise<void> {
  const settings = readSettings(task.terminal.env)
  const key = await findSecretKey(settings)
  if (isOfOtherKey(manifest, key)) task.note(otherKey)
  const uploads = await openUploads(settings.dataDir)
  const media = new MediaRestore(await openStorage(settings), uploads)
  const work = withMigratedPair(task, (client, other) =>
    loadAll({ client, other }, archive, manifest, { task, media, load, key, companyId }),
  )
  await work.finally(() => uploads.close())
}

const otherKey =
  'WARNING: this SECRET_KEY is not the one of the backup. It cannot open the second factors and the tokens of other services, so people with a second factor cannot sign in. Repeat the command with the old one as OLD_SECRET_KEY, or start the server with the old one, which may be in the old DATA_DIR/secret-key. `artel verify` tries to open everything'

/** Whether another key has sealed values of the archive. An archive of an earlier version does not tell. */
function isOfOtherKey({ key_fingerprint }: Manifest, key: SecretKey | undefined): boolean {
  if (key_fingerprint === undefined) return false
  const known = key ? [key.current, key.old] : []
  return !known.some((one) => one !== undefined && fingerprintOf(one) === key_fingerprint)
}

async function loadAll(
  { client, other }: { client: pg.Client; other: pg.Client },
  archive: string,
  manifest: Manifest,
  {
    task: { note },
    media,
    load,
    key,
    companyId,
  }: {
    task: Task
    media: MediaRestore
    load: Load
    key: SecretKey | undefined
    companyId: number | undefined
  },
): Promise<void> {
  // The lock is needed because a restore also removes and adds files.
  if (!(await lockForRestore(client)))
    throw new CommandError('A backup or another restore is running: try again after it')
  const notes = await RestoredFiles.open(other)
  try {
    await client.query('begin')
    await fixText(client)
    await load(client)
    if (key?.old !== undefined) await sealAnew(client, key, companyId)
    await stopPrints(client, companyId)
    const stopped = await stopPushes(client, companyId)
    if (stopped > 0) note(describeStopped(stopped))
    // After the rows, so that no file is touched for tables that are refused.
    await media.add(archive, manifest, await listKeys(client, companyId), (file) => notes.add(file))
    await deleteFileRecords(client, media.stagedKeys())
    await commit(client)
  } catch (error) {
    // The files of either outcome are needed.
    if (error instanceof LostCommitError) throw error
    await client.query('rollback').catch(() => {})
    // Its own failure must not hide why the restore has failed.
    await media.undo().catch((failure) => note(describeLeft(failure)))
    throw error
  }
  // The planner has no statistics of the new rows.
  await client.query('analyze')
  const isOurs = (key: string) => companyId === undefined || assertKey(wholeOf(key)).companyId === companyId
  await media.keep(async (key) => isOurs(key) && isStray(client, key)).catch(failLate)
  if (companyId === undefined) await deleteAllFileRecords(client)
  else await deleteFileRecords(client, media.addedKeys())
}

/**
 * What waited for a printer when the backup was made has been printed since, or nobody wants it any more. Of a print
 * that was under way, nobody knows how many labels came out.
 */
async function stopPrints(client: pg.Client, companyId?: number): Promise<void> {
  await client.query(
    `update prints set status = case when sent > done then 'unknown' else 'failed' end, reason = 'restored',
      blocked_at = null, ended_at = now()
    where status in ('waiting', 'printing') and ($1::bigint is null or company_id = $1)`,
    [companyId ?? null],
  )
}

/**
 * Marks scheduled pushes that are due as failed, because the server has probably sent them since the backup. Deletes the
 * copies that waited for a device, because they have arrived meanwhile or are out of date. Keeps the notifications.
 * @returns the number of pushes
 */
async function stopPushes(client: pg.Client, companyId?: number): Promise<number> {
  // One company alone comes without such copies.
  if (companyId === undefined) await client.query('delete from push_deliveries')
  const { rowCount } = await client.query(
    `update pushes set status = 'failed', sent_at = now()
    where status = 'scheduled' and send_at <= now() and ($1::bigint is null or company_id = $1)`,
    [companyId ?? null],
  )
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
    // The database sends an error only after it has rolled back.
    if (cause instanceof pg.DatabaseError && cause.severity === 'ERROR') throw cause
    throw new LostCommitError(
      'The connection was lost at the last step, so nobody knows whether the backup is restored. All files were kept: repeat the restore',
      { cause },
    )
  }
}

async function listKeys(client: pg.Client, companyId?: number): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const { key } of await listMediaFiles(client, companyId)) {
    if (!parseKey(key)) throw new ArchiveError(`it names the file ${key}`)
    keys.add(key)
  }
  return keys
}

function failLate(cause: Error): never {
  const reason = explain(cause) ?? cause.message
  throw new CommandError(
    `The tables and new files are restored, but not every file from before could be replaced or removed: repeat the restore. ${reason}`,
    { cause },
  )
}

const describeLeft = (failure: Error) =>
  `Files of the archive that could not be removed again stay in the storage until the server has removed them: ${explain(failure) ?? failure.message}`
