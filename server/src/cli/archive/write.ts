import { createWriteStream } from 'node:fs'
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { findSecretKey } from '../../secret-key.ts'
import { readSettings } from '../../settings.ts'
import { isLeft, nameOfProcess } from '../../storage/process-names.ts'
import { openStorage } from '../../storage/storage.ts'
import { CommandError, type Task } from '../command.ts'
import { withClient } from '../database.ts'
import { type Packed, pack } from './pack.ts'
import { isCutArchive } from './unpack.ts'

/**
 * Writes an archive with the media of its rows, and says what is in it.
 * @param companyId only of this company
 * @throws CommandError if the file exists or some media cannot be read; then all the others are in the archive
 */
export async function writeArchive(task: Task, name: string, companyId?: number): Promise<void> {
  const file = resolve(name)
  // Checked again after the work, because another backup may write the file meanwhile.
  if (await isThere(file)) throw refuseExisting(file)
  const { manifest, harmed } = await withClient(task, async (client) => {
    const settings = readSettings(task.terminal.env)
    const [storage, secretKey] = [await openStorage(settings), await findSecretKey(settings)]
    let packed: Packed | undefined
    const content = pack(client, storage, (all) => (packed = all), {
      secretKey: secretKey?.current,
      companyId,
    })
    await writeWhole(file, content)
    if (!packed) throw new Error('The archive was written without its manifest')
    return packed
  })
  const { tables, media } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  task.say(`${file}: ${rows} rows of ${tables.length} tables, ${media.files} media files`)
  if (harmed.length > 0) throw new CommandError(describeHarmed(harmed))
}

const maxShown = 20

const describeHarmed = (keys: readonly string[]): string =>
  `The archive is written, but ${keys.length} media files are missing, cut or unreadable: ${keys.slice(0, maxShown).join(', ')}`

/**
 * Writes a file atomically: under its name it is complete or missing. Only its owner may read it, because it
 * contains password hashes.
 */
async function writeWhole(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await removeLeft(dirname(path))
  const draft = join(dirname(path), draftPrefix + nameOfProcess())
  try {
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, createGzip({ level: 5 }), file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await publish(draft, path).finally(() => rm(draft, { force: true }))
  await syncFolder(dirname(path))
}

/** Gives a draft its name, which must be free. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    // Renaming would replace an older backup.
    await link(draft, path)
  } catch {
    if (await isThere(path)) throw refuseExisting(path)
    // The file system has no links, as on many network shares.
    await rename(draft, path)
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

const refuseExisting = (path: string) =>
  new CommandError(`${path} exists already, and an archive replaces nothing: choose another name`)

const draftPrefix = '.artel-backup.'
/** How earlier versions named a draft: by the name of its archive and the process. Other programs have such names, too. */
const olderDraft = /^\..+\.\d+$/
const dayMs = 86_400_000

/** Removes the drafts that killed backups have left. A draft may be as large as an archive. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name)
    const isKilled = name.startsWith(draftPrefix)
      ? isLeft(draft, name.slice(draftPrefix.length))
      : olderDraft.test(name) && isOlderDraft(draft)
    // If an old draft cannot be read or removed, the backup is made all the same.
    if (await Promise.resolve(isKilled).catch(() => false)) await rm(draft, { force: true }).catch(() => {})
  }
}

/**
 * Whether a file is the beginning of an archive, and has not been written to for a day. The process in its name says nothing,
 * because another one may have got its number since, on this machine or in this container.
 */
async function isOlderDraft(path: string): Promise<boolean> {
  const found = await lstat(path)
  return found.isFile() && Date.now() - found.mtimeMs > dayMs && (await isCutArchive(path))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders and does not need this.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
