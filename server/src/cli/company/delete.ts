import pg from 'pg'
import { lockForRestore } from '../../database/backup-lock.ts'
import { deleteFileRecords, RestoredFiles } from '../../database/restored-files.ts'
import { readSettings } from '../../settings.ts'
import { openStorage, type Storage } from '../../storage/storage.ts'
import { findCompany, handleWholeCompany, listParentsFirst } from '../archive/company-rows.ts'
import { listMediaFiles } from '../archive/media-files.ts'
import type { Table } from '../archive/schema.ts'
import { type Command, CommandError, type Task, UsageError } from '../command.ts'
import { withMigrated } from '../database.ts'
import { hasQueue } from '../verify/verify-media.ts'
import { readCompanyId } from './id.ts'

const usage = 'company delete ID --name NAME'

export const companyDelete: Command = {
  name: 'company delete',
  usage,
  does: 'deletes all of an inactive company for good; --name is its name, as company list prints it',
  options: { name: { type: 'string' } },
  words: ['ID'],
  async run(task) {
    const id = readCompanyId(task.words[0])
    const { name } = task.options
    if (typeof name !== 'string') throw new UsageError(`--name is missing: ${usage}`)
    const storage = await openStorage(readSettings(task.terminal.env))
    await withMigrated(task, (client) => deleteCompany(task, client, storage, { id, name }))
  },
}

type Leaving = { id: number; name: string }

async function deleteCompany(
  task: Task,
  client: pg.Client,
  storage: Storage,
  { id, name }: Leaving,
): Promise<void> {
  // A backup reads the files of the rows in its snapshot after the rows.
  if (!(await lockForRestore(client)))
    throw new CommandError('A backup or a restore is running: try again after it')
  await closeCompany(client, { id, name })
  const keys = [...(await listMediaFiles(client, id))].map(({ key }) => key)
  const notes = await RestoredFiles.open(client)
  for (let at = 0; at < keys.length; at += keysAtOnce) await notes.add(...keys.slice(at, at + keysAtOnce))
  const tables = await listChildrenFirst(client)
  let rows = 0
  for (const table of tables)
    rows += await deleteInPortions(client, table, id, (more) => tell(task, rows, more))
  rows += await deleteRest(client, tables, id)
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const some = keys.slice(at, at + keysAtOnce)
    await storage.remove(some)
    await deleteFileRecords(client, some)
  }
  task.say(`company ${id}: ${name} is deleted, ${rows} rows and ${keys.length} media files`)
}

const keysAtOnce = 500

/**
 * From here on nobody can let its people in again, and no person names a photo, so that media can be deleted before
 * people.
 * @throws CommandError if it is not the named one, or active
 */
async function closeCompany(client: pg.Client, { id, name }: Leaving): Promise<void> {
  const company = await findCompany(client, id)
  if (company.name !== name) throw new CommandError(`Company ${id} has another name: ${company.name}`)
  if (company.is_active) throw new CommandError(`Company ${id} is active: deactivate it first`)
  await inTransaction(client, async () => {
    await client.query(
      `update companies set deleting_since = coalesce(deleting_since, now()), logo = null where id = $1`,
      [id],
    )
    await client.query('update users set avatar = null where company_id = $1 and avatar is not null', [id])
  })
}

type Leavable = Pick<Table, 'name'> & { order: string }

/**
 * The tables with rows of companies, each before the tables that it refers to. A row of a table that refers to itself
 * names an older one.
 */
async function listChildrenFirst(client: pg.Client): Promise<Leavable[]> {
  const { rows } = await client.query<{ name: string }>(`
    select conrelid::regclass::text as name from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conrelid = confrelid`)
  const chained = new Set(rows.map(({ name }) => name))
  const tables = await listParentsFirst(client)
  return tables
    .filter(({ columns }) => columns.includes('company_id'))
    .map(({ name, key }) => ({
      name,
      order: chained.has(name) ? `order by ${key.replace(/,|$/g, ' desc$&')}` : '',
    }))
    .reverse()
}

const rowsAtOnce = 5000

/**
 * Deletes the rows of a company in several transactions, so that no snapshot and no lock of it lasts long, and the
 * checks of references by the rows of the next tables do not read deleted rows again and again.
 */
async function deleteInPortions(
  client: pg.Client,
  { name, order }: Leavable,
  id: number,
  tellRows: (more: number) => void,
): Promise<number> {
  const table = `public.${pg.escapeIdentifier(name)}`
  let sum = 0
  for (let count = rowsAtOnce; count === rowsAtOnce; sum += count) {
    count = await inTransaction(client, () =>
      countOf(
        client.query(
          `delete from ${table} where ctid = any(array(
            select ctid from ${table} where company_id = $1 ${order} limit ${rowsAtOnce}))`,
          [id],
        ),
      ),
    )
    tellRows(sum + count)
  }
  return sum
}

/** Deletes the company itself, and what a job that was under way has added meanwhile. */
async function deleteRest(client: pg.Client, tables: readonly Leavable[], id: number): Promise<number> {
  return inTransaction(client, async () => {
    // Nobody can add a row of the company any more.
    await client.query('select from companies where id = $1 for update', [id])
    let sum = 0
    for (const { name } of tables) {
      const table = `public.${pg.escapeIdentifier(name)}`
      sum += await countOf(client.query(`delete from ${table} where company_id = $1`, [id]))
    }
    sum += await countOf(client.query('delete from companies where id = $1', [id]))
    if (await hasQueue(client)) {
      await client.query(`delete from jobs.job where data->>'company_id' = $1 and state < 'active'`, [
        String(id),
      ])
    }
    return sum
  })
}

const countOf = async (answer: Promise<pg.QueryResult>): Promise<number> => (await answer).rowCount ?? 0

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin')
  try {
    await handleWholeCompany(client)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const rowsOfLine = 100_000

function tell({ note }: Task, before: number, more: number): void {
  if (more > 0 && more % rowsOfLine === 0) note(`${before + more} rows are deleted`)
}
