import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTable } from './open-table.ts'
import { inBatches, type ReadRow } from './rows.ts'
import { TableError } from './table-error.ts'

/** Writes bytes to a file for as long as they are used. */
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

/** The whole of a file, header and all, as the process of its own reads it, but in this one. */
export const readWhole = (bytes: Buffer | string, sheet?: number) =>
  withFile(bytes, async (path) => {
    const { head, rows } = await openTable(path, sheet)
    const all: ReadRow[] = [head.header]
    for await (const batch of inBatches(rows)) all.push(...batch)
    return { ...head, rows: all }
  })

/** Only what the cells say. */
export async function readTexts(bytes: Buffer | string): Promise<(string | null)[][]> {
  const { rows } = await readWhole(bytes)
  return rows.map(({ cells }) => cells.map((cell) => cell?.text ?? null))
}

/** Why a file is refused, with what is told besides. */
export async function refusalOf(bytes: Buffer | string, sheet?: number): Promise<object> {
  try {
    await readWhole(bytes, sheet)
  } catch (error) {
    if (error instanceof TableError) return { reason: error.reason, ...error.values }
    throw error
  }
  throw new Error('The file was read')
}
