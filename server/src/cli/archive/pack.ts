import type pg from 'pg'
import { now } from '../../clock.ts'
import { lockForBackup } from '../../database/backup-lock.ts'
import { fingerprintOf } from '../../secret-key.ts'
import { WrongLengthError } from '../../storage/storage.errors.ts'
import type { Storage, StoredFile } from '../../storage/storage.ts'
import { CommandError } from '../command.ts'
import { hasCompanies } from '../database.ts'
import { listApplied } from '../migrations.ts'
import { findCompany, isOfCompany } from './company-rows.ts'
import { copyOut } from './copy.ts'
import { FileDigest, RowDigest } from './digest.ts'
import { type Manifest, manifestName, mediaFolder, tablesFolder } from './manifest.ts'
import { listMediaFiles, type MediaFile } from './media-files.ts'
import { copyOutOf, fixText, listSequences, listTables, type Table } from './schema.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

// Maximum bytes of a part. A tar header contains the size of its file, so a table is split into parts that
// fit into memory.
const partBytes = 4 * 1024 * 1024

type Chunks<Result = void> = AsyncGenerator<Buffer, Result>

export type Packed = {
  manifest: Manifest
  /** Keys of files that a row names but that are missing, have another size or cannot be read. */
  harmed: string[]
}

export type PackOptions = {
  /** The manifest has its fingerprint. */
  secretKey?: string | undefined
  /** Only this company is packed. Undefined: all companies, and what belongs to the installation. */
  companyId?: number | undefined
}

/**
 * Writes a tar of all tables in one snapshot, followed by the files of their media. `onPacked` receives the
 * manifest. The server deletes no files until the connection ends.
 * @throws CommandError while a restore runs, and if there is nothing to pack
 */
export async function* pack(
  client: pg.Client,
  storage: Storage,
  onPacked: (packed: Packed) => void,
  { secretKey, companyId }: PackOptions = {},
): Chunks {
  // Taken before the snapshot, so that no file of its rows is deleted.
  if (!(await lockForBackup(client))) throw new CommandError('A restore is running: try again after it')
  await client.query('begin isolation level repeatable read read only')
  const taken = now()
  await fixText(client)
  const migrations = await listApplied(client)
  if (migrations.length === 0) throw new CommandError('The database is empty: there is nothing to back up')
  if (!(await hasCompanies(client))) {
    throw new CommandError('The database has no companies: there is nothing to back up')
  }
  if (companyId !== undefined && (await findCompany(client, companyId)).is_leaving) {
    throw new CommandError(`A part of company ${companyId} is deleted already`)
  }
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    const condition = companyId === undefined ? 'true' : isOfCompany(table, companyId)
    tables.push(yield* packTable(client, table, condition, taken))
  }
  const sequences = await listSequences(client)
  const files = await listMediaFiles(client, companyId)
  await client.query('commit')
  const harmed: string[] = []
  // If the connection is lost, so is the lock. The query then fails the backup.
  const media = yield* packMedia(storage, files, taken, harmed, () => client.query('select'))
  const manifest: Manifest = {
    format: 1,
    taken_at: taken.toISOString(),
    ...(companyId !== undefined && { company_id: companyId }),
    ...(secretKey !== undefined && { key_fingerprint: fingerprintOf(secretKey) }),
    migrations,
    tables,
    sequences,
    media,
  }
  yield* packFile(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), taken)
  yield tarEnd
  onPacked({ manifest, harmed })
}

async function* packTable(
  client: pg.Client,
  table: Table,
  condition: string,
  taken: Date,
): Chunks<Manifest['tables'][number]> {
  const digest = new RowDigest()
  let part = 0
  for await (const lines of inParts(copyOut(client, copyOutOf(table, condition)))) {
    digest.add(lines)
    part += 1
    yield* packFile(`${tablesFolder}/${table.name}/${String(part).padStart(6, '0')}`, lines, taken)
  }
  return { name: table.name, columns: table.columns, ...digest.result() }
}

async function* inParts(lines: AsyncIterable<Buffer>): Chunks {
  let gathered: Buffer[] = []
  let size = 0
  for await (const chunk of lines) {
    gathered.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered)
}

async function* packFile(name: string, content: Buffer, at: Date): Chunks {
  yield tarHeader(name, content.length, at)
  yield content
  yield tarPadding(content.length)
}

const aliveMs = 20_000

async function* packMedia(
  storage: Storage,
  files: Iterable<MediaFile>,
  taken: Date,
  harmed: string[],
  checkLock: () => Promise<unknown>,
): Chunks<Manifest['media']> {
  const digest = new FileDigest()
  let checked = now().getTime()
  for (const { key, size } of files) {
    const file = await storage.open(key).catch(ignoreUnreadable)
    const isWhole = file !== null && (yield* packMediaFile(key, file, taken, digest))
    if (!isWhole || file.size !== size) harmed.push(key)
    if (now().getTime() - checked < aliveMs) continue
    await checkLock()
    checked = now().getTime()
  }
  await checkLock()
  return digest.result()
}

/** @returns false if the disk could not read the file to its end; then zeros take the place of the rest */
async function* packMediaFile(
  key: string,
  file: StoredFile,
  taken: Date,
  digest: FileDigest,
): Chunks<boolean> {
  digest.begin(key, file.size)
  yield tarHeader(`${mediaFolder}/${key}`, file.size, taken)
  let [left, isWhole] = [file.size, true]
  try {
    // The stream has no encoding, so its chunks are buffers.
    for await (const chunk of (await file.read()) as AsyncIterable<Buffer>) {
      digest.add(chunk)
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    if (error instanceof WrongLengthError)
      throw new CommandError(`The file ${key} has changed while it was read: try again`, { cause: error })
    ignoreUnreadable(error)
    yield* packZeros(left, digest)
    isWhole = false
  }
  yield tarPadding(file.size)
  return isWhole
}

function* packZeros(length: number, digest: FileDigest): Generator<Buffer> {
  const zeros = Buffer.alloc(Math.min(length, zeroBytes))
  for (let left = length; left > 0; left -= zeroBytes) {
    const chunk = zeros.subarray(0, left)
    digest.add(chunk)
    yield chunk
  }
}

const zeroBytes = 65_536

/**
 * Errors of one file on a disk: a bad sector, a damaged file system, another owner. They must not keep the tables
 * and all other files from being saved.
 */
const unreadable = new Set(['EIO', 'EBADMSG', 'EUCLEAN', 'EACCES', 'EPERM'])

/** @throws any other error */
function ignoreUnreadable(error: unknown): null {
  const { code } = error as NodeJS.ErrnoException // read as an unknown: it may be missing
  if (code !== undefined && unreadable.has(code)) return null
  throw error
}
