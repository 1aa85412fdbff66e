import { createReadStream } from 'node:fs'
import { open, rm, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Person } from '../../person.ts'
import { withTableProcess } from '../reading/read-table.ts'
import type { FilledColumn, FilledLines } from './fill-sheet.ts'

type Filling = {
  person: Person
  /** The index of the sheet from reading, and the row number of its header. */
  sheet: number
  header: number
  columns: readonly FilledColumn[]
  rows: AsyncIterable<[row: number, lines: FilledLines]>
}

/**
 * Writes a workbook with rows of a sheet replaced below the header. Styles, widths and everything else remain
 * unchanged. Runs in a child process.
 * @returns null if the rows cannot be replaced one by one
 * @throws TableError if the file cannot be read, LimitError if too many files are being read
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
    // The open file can be read to its end even after its name is removed.
    const handle = await open(out)
    return createReadStream(out, { fd: handle, autoClose: true })
  } finally {
    await Promise.all([given, out].map((path) => rm(path, { force: true })))
  }
}

async function* linesOf(rows: AsyncIterable<[number, FilledLines]>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row)}\n`
}
