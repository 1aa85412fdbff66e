import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { parseKey } from '../../storage/keys.ts'
import { FileDigest, RowDigest } from './digest.ts'
import {
  ArchiveError,
  type Manifest,
  manifestName,
  mediaFolder,
  readManifest,
  tablesFolder,
} from './manifest.ts'
import { gatherSmall, readTar, type TarFile } from './tar.ts'

/** An archive with these may come from anybody, so what is kept in memory is limited. */
const maxManifestBytes = 16 * 1024 * 1024
const maxTables = 1000
/**
 * Bytes of a row in the format of COPY. The database, and the comparison after the load, keep a whole row in memory.
 * The largest row that a call can write has a few MiB.
 */
const maxLineBytes = 64 * 1024 * 1024

/** An entry of an archive. `content` must be read to its end or not at all. */
export type Entry =
  | { kind: 'rows'; table: string; content: AsyncIterable<Buffer> }
  | { kind: 'file'; key: string; size: number; content: AsyncIterable<Buffer> }
  | { kind: 'manifest'; manifest: Manifest }

/** Reads a whole archive and compares it with its manifest. @throws ArchiveError */
export async function checkArchive(path: string): Promise<Manifest> {
  const tables = new Map<string, RowDigest>()
  const media = new FileDigest()
  for await (const entry of readArchive(path)) {
    if (entry.kind === 'manifest') {
      compareTables(tables, entry.manifest)
      compareMedia(media, entry.manifest)
      return entry.manifest
    }
    if (entry.kind === 'file') {
      media.begin(entry.key, entry.size)
      for await (const chunk of entry.content) media.add(chunk)
      continue
    }
    const digest = tables.get(entry.table) ?? new RowDigest()
    tables.set(entry.table, digest)
    if (tables.size > maxTables) throw new ArchiveError(`it has more than ${maxTables} tables`)
    for await (const lines of entry.content) digest.add(lines)
  }
  throw withoutManifest()
}

function compareTables(tables: Map<string, RowDigest>, manifest: Manifest): void {
  for (const { name, rows, sha256 } of manifest.tables) {
    const found = (tables.get(name) ?? new RowDigest()).result()
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new ArchiveError(`the table ${name} is not what its manifest says`)
    }
    tables.delete(name)
  }
  for (const name of tables.keys()) throw new ArchiveError(`its manifest does not know the table ${name}`)
}

/** @throws ArchiveError if the media that were read are not those of the manifest */
export function compareMedia(media: FileDigest, manifest: Manifest): void {
  const { files, sha256 } = media.result()
  if (files !== manifest.media.files || sha256 !== manifest.media.sha256) {
    throw new ArchiveError('the media are not what its manifest says')
  }
}

/**
 * The entries of an archive in order; the last one is the manifest. The file is closed when the reader stops.
 * @throws ArchiveError if the archive is truncated or has another format
 */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip()
  // Errors reach the code that reads the stream.
  pipeline(createReadStream(path), gunzip, () => {})
  try {
    for await (const file of readTar(unpacked(gunzip))) {
      if (file.name === manifestName) {
        yield { kind: 'manifest', manifest: readManifest(await gatherSmall(file, maxManifestBytes)) }
        return
      }
      yield readEntry(file)
    }
  } finally {
    gunzip.destroy()
  }
  throw withoutManifest()
}

/**
 * Whether a file is the beginning of an archive. Reads it to its end, because a whole archive differs only there.
 */
export async function isCutArchive(path: string): Promise<boolean> {
  let first: Entry['kind'] | undefined
  try {
    for await (const { kind } of readArchive(path)) first ??= kind
  } catch (error) {
    // `backup` writes the tables first.
    if (error instanceof ArchiveError) return first === 'rows' && error instanceof CutError
    throw error
  }
  return false
}

/** The compressed data ends too early. */
class CutError extends ArchiveError {}

/** The error reaches the present reader: this file, or the reader of the content of an entry. */
async function* unpacked(gunzip: Gunzip): AsyncGenerator<Buffer> {
  try {
    yield* gunzip
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      const reason = `it is damaged or cut off (${error.message})`
      throw error.code === 'Z_BUF_ERROR' ? new CutError(reason) : new ArchiveError(reason)
    }
    throw error
  }
}

const withoutManifest = () => new ArchiveError('it has no manifest')

function readEntry({ name, size, content }: TarFile): Entry {
  const [folder, table = ''] = name.split('/')
  if (folder === tablesFolder) return { kind: 'rows', table, content: withinLines(content, table) }
  if (folder === mediaFolder) return { kind: 'file', key: keyIn(name), size, content }
  throw new ArchiveError(`it holds ${name}`)
}

const newline = 10

/** The same content. @throws ArchiveError before the chunk with which a row becomes too long */
async function* withinLines(content: AsyncIterable<Buffer>, table: string): AsyncGenerator<Buffer> {
  let length = 0
  for await (const chunk of content) {
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      refuseLong(length + to - from, table)
      length = 0
      from = to + 1
    }
    length += chunk.length - from
    refuseLong(length, table)
    yield chunk
  }
}

function refuseLong(length: number, table: string): void {
  if (length > maxLineBytes)
    throw new ArchiveError(`the table ${table} has a row that is longer than ${maxLineBytes} bytes`)
}

/** The storage key of a media file in the archive. @throws ArchiveError for any other file */
function keyIn(name: string): string {
  const key = name.slice(mediaFolder.length + 1)
  if (!parseKey(key)) throw new ArchiveError(`it holds ${name}`)
  return key
}
