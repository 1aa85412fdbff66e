import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { FileDigest, RowDigest } from '../../cli/archive/digest.ts'
import { type Manifest, manifestName, mediaFolder, tablesFolder } from '../../cli/archive/manifest.ts'
import { tarEnd, tarHeader, tarPadding } from '../../cli/archive/tar.ts'
import { readArchive } from '../../cli/archive/unpack.ts'

type Changes = {
  /** The rows of a part of a table, in the format of COPY. */
  rows?: (table: string, lines: string) => string
  /** The contents under the key, usually one. */
  file?: (key: string, content: Buffer) => Buffer[]
  /** Files that are added. */
  more?: readonly (readonly [key: string, content: Buffer])[]
  manifest?: (manifest: Manifest) => Manifest
}

/** Changes an archive as a forger would: all digests fit. */
export async function forgeArchive(
  path: string,
  {
    rows = (_, lines) => lines,
    file = (_, content) => [content],
    more = [],
    manifest = (same) => same,
  }: Changes,
): Promise<void> {
  const blocks: Buffer[] = []
  const write = (name: string, content: Buffer) =>
    blocks.push(tarHeader(name, content.length, new Date(0)), content, tarPadding(content.length))
  const tables = new Map<string, RowDigest>()
  const media = new FileDigest()
  const writeFileEntry = (key: string, content: Buffer) => {
    media.begin(key, content.length)
    media.add(content)
    write(`${mediaFolder}/${key}`, content)
  }
  for await (const entry of readArchive(path)) {
    if (entry.kind === 'rows') {
      const lines = Buffer.from(rows(entry.table, (await buffer(entry.content)).toString()))
      const digest = tables.get(entry.table) ?? new RowDigest()
      tables.set(entry.table, digest)
      digest.add(lines)
      write(`${tablesFolder}/${entry.table}/000001`, lines)
    } else if (entry.kind === 'file') {
      for (const content of file(entry.key, await buffer(entry.content))) writeFileEntry(entry.key, content)
    } else {
      for (const [key, content] of more) writeFileEntry(key, content)
      const digests = entry.manifest.tables.map((table) => ({
        ...table,
        ...tables.get(table.name)?.result(),
      }))
      const forged = manifest({ ...entry.manifest, tables: digests, media: media.result() })
      write(manifestName, Buffer.from(JSON.stringify(forged)))
    }
  }
  await writeFile(path, gzipSync(Buffer.concat([...blocks, tarEnd])))
}
