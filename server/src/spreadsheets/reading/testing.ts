import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTable } from './open-table.ts'
import { inBatches, type ReadRow } from './rows.ts'
import { TableError } from './table-error.ts'

/** Writes bytes to a temporary file while `use` runs. */
export async function withFile<T>(bytes: Buffer | string, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-table-'))
  try {
    const path = join(folder, 'table')
    await writeFile(path, bytes)
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Reads a whole file including the header, like the reading process does, but in this process. */
export const readWhole = (bytes: Buffer | string, sheet?: number) =>
  withFile(bytes, async (path) => {
    const { head, rows } = await openTable(path, sheet)
    const all: ReadRow[] = [head.header]
    for await (const batch of inBatches(rows)) all.push(...batch)
    return { ...head, rows: all }
  })

/** Returns only the texts of the cells. */
export async function readTexts(bytes: Buffer | string): Promise<(string | null)[][]> {
  const { rows } = await readWhole(bytes)
  return rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null))
}

/** Why a file is rejected, together with the values of the message. */
export async function refusalOf(bytes: Buffer | string, sheet?: number): Promise<object> {
  try {
    await readWhole(bytes, sheet)
  } catch (error) {
    if (error instanceof TableError) return { reason: error.reason, ...error.values }
    throw error
  }
  throw new Error('The file was read')
}
