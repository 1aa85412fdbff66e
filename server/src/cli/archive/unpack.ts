import { createReadStream } from 'node:fs'
import { posix } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FileDigest, RowDigest } from './digest.ts'
import {
  ArchiveError,
  type Manifest,
  manifestName,
  mediaFolder,
  readManifest,
  tablesFolder,
} from './manifest.ts'
import { gather, readTar } from './tar.ts'

/** Receives the entries of an archive in order. `content` must be read to its end or not at all. */
export type Taker = {
  rows(table: string, content: AsyncIterable<Buffer>): Promise<void>
  file(path: string, content: AsyncIterable<Buffer>, size: number): Promise<void>
}

/** Reads a whole archive and compares it with its manifest. @throws ArchiveError */
export async function checkArchive(path: string): Promise<Manifest> {
  const tables = new Map<string, RowDigest>()
  const media = new FileDigest()
  const manifest = await readArchive(path, {
    rows: async (table, content) => {
      const digest = tables.get(table) ?? new RowDigest()
      tables.set(table, digest)
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
    for await (const { name, size, content } of readTar(gunzip)) {
      if (name === manifestName) return readManifest(await gather(content))
      const [folder, table = ''] = name.split('/')
      if (folder === tablesFolder) await taker.rows(table, content)
      else if (folder === mediaFolder) await taker.file(pathBelow(name), content, size)
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

/** The path of a media file. Rejects a path outside the media folder. */
function pathBelow(name: string): string {
  const path = name.slice(mediaFolder.length + 1)
  const isBelow =
    path !== '' && posix.normalize(path) === path && !posix.isAbsolute(path) && !path.startsWith('..')
  if (!isBelow || path.includes('\\')) throw new ArchiveError(`it holds ${name}`)
  return path
}
