import { createReadStream } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Person } from '../../http/fair-queue.ts'
import { withTableProcess } from '../reading/read-table.ts'
import type { FilledColumn, FilledLines } from './fill-sheet.ts'

type Filling = {
  person: Person
  /** The sheet, as reading has told it, and the number of its header's row. */
  sheet: number
  header: number
  columns: readonly FilledColumn[]
  rows: AsyncIterable<[row: number, lines: FilledLines]>
}

/**
 * A workbook with other rows below the header of a sheet: styles, widths and all else stay as they are. Written in a
 * process of its own; null where its rows cannot be replaced one by one.
 * @throws TableError where the file cannot be read, LimitError where too many are being read already
 */
export async function fillTable(
  file: { path: string },
  { person, rows, ...filling }: Filling,
): Promise<Readable | null> {
  const [given, out] = [`${file.path}.rows`, `${file.path}.filled`]
  try {
    await writeFile(given, linesOf(rows), { flag: 'wx', mode: 0o600 })
    const task = { fill: { path: file.path, ...filling, rows: given, out } }
    const answer = await withTableProcess(task, { person }, (process) => process.ask())
    if (answer.kind === 'unfillable') return null
    if (answer.kind !== 'filled') throw new Error(`A table was filled with ${answer.kind}`)
    // Open, it is read to its end although its name is gone.
    const handle = await open(out)
    return createReadStream(out, { fd: handle, autoClose: true })
  } finally {
    await Promise.all([given, out].map((path) => rm(path, { force: true })))
  }
}

async function* linesOf(rows: AsyncIterable<[number, FilledLines]>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
