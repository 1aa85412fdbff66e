import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
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
import { gatherSmall, readTar } from './tar.ts'

/** An archive with these may come from anybody, so what is kept in memory is limited. */
const maxManifestBytes = 16 * 1024 * 1024
const maxTables = 1000

/** Receives the entries of an archive in order. `content` must be read to its end or not at all. */
export type Taker = {
  rows(table: string, content: AsyncIterable<Buffer>): Promise<void>
  file(key: string, content: AsyncIterable<Buffer>, size: number): Promise<void>
}

/** Reads a whole archive and compares it with its manifest. @throws ArchiveError */
export async function checkArchive(path: string): Promise<Manifest> {
  const tables = new Map<string, RowDigest>()
  const media = new FileDigest()
  const manifest = await readArchive(path, {
    rows: async (table, content) => {
      const digest = tables.get(table) ?? new RowDigest()
      tables.set(table, digest)
      if (tables.size > maxTables) throw new ArchiveError(`it has more than ${maxTables} tables`)
      for await (const lines of content) digest.add(lines)
    },
    file: async (name, content, size) => {
      media.begin(name, size)
      for await (const chunk of content) media.add(chunk)
    },
  })
  for (const { name, rows, sha256 } of manifest.tables) {
    const found = (tables.get(name) ?? new RowDigest()).result()
    if (found.rows !== rows || found.sha256 !== sha256) {
      throw new ArchiveError(`the table ${name} is not what its manifest says`)
    }
    tables.delete(name)
  }
  for (const name of tables.keys()) throw new ArchiveError(`its manifest does not know the table ${name}`)
  const { files, sha256 } = media.result()
  if (files !== manifest.media.files || sha256 !== manifest.media.sha256) {
    throw new ArchiveError('the media are not what its manifest says')
  }
  return manifest
}

/** @throws ArchiveError if the archive is truncated or has another format */
export async function readArchive(path: string, taker: Taker): Promise<Manifest> {
  const gunzip = createGunzip()
  // Errors reach the code that reads the stream.
  pipeline(createReadStream(path), gunzip, () => {})
  try {
    for await (const file of readTar(gunzip)) {
      const { name, size, content } = file
      if (name === manifestName) return readManifest(await gatherSmall(file, maxManifestBytes))
      const [folder, table = ''] = name.split('/')
      if (folder === tablesFolder) await taker.rows(table, content)
      else if (folder === mediaFolder) await taker.file(keyIn(name), content, size)
      else throw new ArchiveError(`it holds ${name}`)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new ArchiveError(`it is damaged or cut off (${error.message})`)
    }
    throw error
  }
  throw new ArchiveError('it has no manifest')
}

/** The storage key of a media file in the archive. @throws ArchiveError for any other file */
function keyIn(name: string): string {
  const key = name.slice(mediaFolder.length + 1)
  if (!parseKey(key)) throw new ArchiveError(`it holds ${name}`)
  return key
}
