import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDeflateRaw } from 'node:zlib'
import { TableError } from '../reading/table-error.ts'
import { openWorkbook } from '../reading/xlsx/workbook.ts'
import { unpack } from '../reading/xlsx/zip.ts'
import { type FilledColumn, type FilledLines, type FilledRows, fillSheet } from './fill-sheet.ts'
import { crcOf, writeZip } from './fill-zip.ts'

/**
 * `rows` is the path of the input: lines of JSON, each with a row number and the rows that replace it. `out`
 * is the path of the new file.
 */
export type FillTask = {
  path: string
  sheet: number
  header: number
  columns: readonly FilledColumn[]
  rows: string
  out: string
}

/**
 * Maximum bytes of a sheet. A list of 20,000 boxes has 8 MiB. The old and the new sheet are both in memory.
 */
const maxSheetBytes = 32 * 1_048_576

/** Writes the workbook with rows of one sheet replaced. @throws TableError, UnfillableError */
export async function fillWorkbook({ path, sheet, header, columns, rows, out }: FillTask): Promise<void> {
  const workbook = await openWorkbook(await readFile(path))
  const part = workbook.partOf(sheet)
  if (part.size > maxSheetBytes) throw new TableError('table_too_large_inside')
  let xml = ''
  for await (const piece of unpack(part)) xml += piece.toString('latin1')
  const pieces = fillSheet(xml, {
    header,
    columns,
    rows: await readRows(rows),
    is1904: workbook.is1904,
    kinds: await workbook.kinds(),
  }).flatMap((piece) => (piece === '' ? [] : Buffer.from(piece, 'latin1')))
  const size = pieces.reduce((sum, { length }) => sum + length, 0)
  const packed: Buffer[] = []
  await pipeline(Readable.from(pieces), createDeflateRaw(), async (packing) => {
    for await (const piece of packing) packed.push(piece as Buffer) // zlib emits buffers
  })
  const filled = { name: part.name, method: 8, crc: crcOf(pieces), packed: Buffer.concat(packed), size }
  const target = createWriteStream(out, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(writeZip(workbook.parts, filled)), target)
}

async function readRows(path: string): Promise<FilledRows> {
  const rows = new Map<number, FilledLines>()
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [number, lines] = JSON.parse(line) as [number, FilledLines] // the format that `fillTable` writes
    rows.set(number, lines)
  }
  return rows
}
