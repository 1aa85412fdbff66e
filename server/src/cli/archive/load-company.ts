import pg from 'pg'
import { CommandError } from '../command.ts'
import {
  companyColumn,
  handleRowsAgain,
  handleWholeCompany,
  isOfCompany,
  listParentsFirst,
} from './company-rows.ts'
import { copyIn, copyOut } from './copy.ts'
import { RowDigest } from './digest.ts'
import { blameRows, raiseSequences, refuseOtherTables } from './load.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { copyInto, copyOutOf, moveInto, stagedLike, type Table } from './schema.ts'
import { refuseStagedValues } from './staged-values.ts'
import { readArchive } from './unpack.ts'

/**
 * Adds the rows of one company to those of the others, in the caller's transaction. The archive has the migrations of
 * the database.
 * @returns the number of rows
 * @throws ArchiveError if the archive does not contain the company, or has a value that no call can write; CommandError if
 * another company has one of its unique values, such as the email of a login
 */
export async function loadCompany(
  client: pg.Client,
  archive: string,
  manifest: Manifest,
  companyId: number,
): Promise<number> {
  await refuseOtherTables(client, manifest)
  const staged = await stage(client, archive, manifest, companyId)
  if (staged.get('companies')?.rows !== 1) {
    throw new ArchiveError(`it does not have company ${companyId}`)
  }
  await refuseStagedValues(client, [...staged.keys()])
  await handleWholeCompany(client)
  let sum = 0
  try {
    for (const table of await listParentsFirst(client)) {
      const saved = staged.get(table.name)
      if (!saved) continue
      await client.query(moveInto(table))
      await compare(client, table, companyId, saved)
      sum += saved.rows
    }
    await handleRowsAgain(client)
  } catch (error) {
    throw describeClash(blameRows(error))
  }
  await raiseSequences(client)
  return sum
}

type Rows = ReturnType<RowDigest['result']>

/**
 * Copies the rows of the company to temporary tables, because the tables of an archive are in the order of their names,
 * and a row can be added only after those that it refers to.
 */
async function stage(
  client: pg.Client,
  archive: string,
  manifest: Manifest,
  companyId: number,
): Promise<Map<string, Rows>> {
  const digests = new Map<string, RowDigest>()
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  for await (const entry of readArchive(archive)) {
    if (entry.kind !== 'rows') break
    const table = tables.get(entry.table)
    if (!table) throw new ArchiveError(`its manifest does not know the table ${entry.table}`)
    const column = companyColumn(table)
    if (!column) continue
    const digest = digests.get(table.name) ?? new RowDigest()
    if (!digests.has(table.name)) await client.query(stagedLike(table))
    digests.set(table.name, digest)
    const lines = linesOf(entry.content, table.columns.indexOf(column), companyId)
    await copyIn(client, copyInto(table, 'staged'), digested(lines, digest))
  }
  return new Map([...digests].map(([name, digest]) => [name, digest.result()]))
}

const newline = 10
const tab = 9

/**
 * The lines in the format of COPY whose field at `place` is the number, several in a chunk. Only a line break ends a
 * line, and only a tab a field.
 */
async function* linesOf(
  content: AsyncIterable<Buffer>,
  place: number,
  number: number,
): AsyncGenerator<Buffer> {
  const wanted = Buffer.from(String(number))
  let begun: Buffer[] = []
  for await (const chunk of content) {
    const last = chunk.lastIndexOf(newline)
    if (last < 0) {
      begun.push(chunk)
      continue
    }
    const bytes = Buffer.concat([...begun, chunk.subarray(0, last + 1)])
    begun = [chunk.subarray(last + 1)]
    const found: Buffer[] = []
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(newline, start) + 1
      const line = bytes.subarray(start, end)
      if (fieldOf(line, place).equals(wanted)) found.push(line)
      start = end
    }
    if (found.length > 0) yield Buffer.concat(found)
  }
}

function fieldOf(line: Buffer, place: number): Buffer {
  let start = 0
  for (let field = 0; field < place; field += 1) start = line.indexOf(tab, start) + 1
  const end = line.indexOf(tab, start)
  return line.subarray(start, end < 0 ? line.length - 1 : end)
}

async function* digested(lines: AsyncIterable<Buffer>, digest: RowDigest): AsyncGenerator<Buffer> {
  for await (const chunk of lines) {
    digest.add(chunk)
    yield chunk
  }
}

async function compare(client: pg.Client, table: Table, companyId: number, saved: Rows): Promise<void> {
  const digest = new RowDigest()
  const condition = isOfCompany(table, companyId)
  for await (const lines of copyOut(client, copyOutOf(table, condition))) digest.add(lines)
  if (digest.result().sha256 === saved.sha256) return
  throw new ArchiveError(`the table ${table.name} has come out otherwise than it was saved`)
}

const uniqueViolation = '23505'

/** A row that only one company may have, such as the email of a login. */
function describeClash(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== uniqueViolation) return error
  return new CommandError(`A row of the table ${error.table} is here already: ${error.detail}`, {
    cause: error,
  })
}
