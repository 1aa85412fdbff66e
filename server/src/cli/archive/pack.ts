import type pg from 'pg'
import { now } from '../../clock.ts'
import type { Storage } from '../../storage/storage.ts'
import { CommandError } from '../command.ts'
import { listApplied } from '../migrations.ts'
import { copyOut } from './copy.ts'
import { FileDigest, RowDigest } from './digest.ts'
import { type Manifest, manifestName, mediaFolder, tablesFolder } from './manifest.ts'
import { copyOutOf, fixText, listSequences, listTables, type Table } from './schema.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

// A tar says each file's size before it, so a table is cut into parts that fit into memory.
const partBytes = 4 * 1024 * 1024

type Chunks<Result = void> = AsyncGenerator<Buffer, Result>

/** All tables in one snapshot, then the media, as a tar. `onPacked` is told what it holds. */
export async function* pack(
  client: pg.Client,
  storage: Storage,
  onPacked: (manifest: Manifest) => void,
): Chunks {
  await client.query('begin isolation level repeatable read read only')
  const taken = now()
  await fixText(client)
  const migrations = await listApplied(client)
  if (migrations.length === 0) throw new CommandError('The database is empty: there is nothing to back up')
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) tables.push(yield* packTable(client, table, taken))
  const sequences = await listSequences(client)
  await client.query('commit')
  // After the snapshot: what its rows refer to was there by then.
  const media = yield* packMedia(storage, taken)
  const manifest: Manifest = {
    format: 1,
    taken_at: taken.toISOString(),
    migrations,
    tables,
    sequences,
    media,
  }
  yield* packFile(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), taken)
  yield tarEnd
  onPacked(manifest)
}

async function* packTable(client: pg.Client, table: Table, taken: Date): Chunks<Manifest['tables'][number]> {
  const digest = new RowDigest()
  let part = 0
  for await (const lines of inParts(copyOut(client, copyOutOf(table)))) {
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

async function* packMedia(storage: Storage, taken: Date): Chunks<Manifest['media']> {
  const digest = new FileDigest()
  for await (const key of storage.list()) {
    const file = await storage.open(key)
    // Removed since it was listed.
    if (!file) continue
    digest.begin(key, file.size)
    yield tarHeader(`${mediaFolder}/${key}`, file.size, taken)
    let left = file.size
    for await (const chunk of (await file.read()) as AsyncIterable<Buffer>) {
      // A stream of bytes.
      left -= chunk.length
      digest.add(chunk)
      yield chunk
    }
    if (left !== 0) throw new CommandError(`The file ${key} has changed while it was read: try again`)
    yield tarPadding(file.size)
  }
  return digest.result()
}
