import { type RawBuilder, sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { runningSum } from '../../database/queries/sums.ts'
import type { OfCompany } from '../../jobs/each-company.ts'

/** How many rows and removed boxes an import keeps, and how many bytes they take up (`imports.kept_bytes`). */
export type KeptAmount = { rows: number; bytes: number }

/** What one statement clears at most, so that it ends long before the statement timeout of the database. */
const batch = { imports: 1000, rows: 50_000, bytes: 64 * 1_048_576 }

const isEnded = sql`state in ('done', 'failed', 'undone')`

/** Companies with dry runs from before `before`. */
export const findCompaniesWithTried = (root: Root, before: string): Promise<OfCompany[]> =>
  findCompanies(root, sql`is_dry and created_at < ${before}`)

/** Companies with imports whose rows are kept. */
export const findCompaniesWithRows = (root: Root): Promise<OfCompany[]> =>
  findCompanies(root, sql`rows_deleted_at is null`)

// Looks for one import of each company, because reading all imports takes longer with each import.
async function findCompanies(root: Root, which: RawBuilder<unknown>): Promise<OfCompany[]> {
  const { rows } = await sql<OfCompany>`
    select id as company_id from companies
    where exists (select from imports where company_id = companies.id and ${which}) order by id`.execute(root)
  return rows
}

/** Deletes the oldest dry runs from before `before`: one batch. @returns their number */
export async function deleteTried(db: Db, before: string): Promise<number> {
  const oldest = sql`
    select id, total, removed, removed_lines, kept_bytes from imports
    where company_id = ${db.companyId} and is_dry and created_at < ${before} and ${isEnded}
    order by created_at limit ${batch.imports}`
  const deleted = await db.query(sql`
    delete from imports
    where company_id = ${db.companyId} and id in (${withinBatch(oldest)}) and ${isEnded} returning id`)
  return deleted.length
}

/**
 * Deletes the rows and removals of the oldest imports from before `before`, and of imports beyond what a company may keep:
 * one batch. Unfinished imports keep their rows.
 * @returns the number of imports whose rows are deleted
 */
export async function clearRows(
  db: Db,
  { now, before, most }: { now: string; before: string; most: KeptAmount },
): Promise<number> {
  const beyond = await findBeyond(db, most)
  const oldest = sql`
    select id, total, removed, removed_lines, kept_bytes from imports
    where company_id = ${db.companyId} and rows_deleted_at is null and ${isEnded}
      and (created_at < ${before} or id <= ${beyond})
    order by id limit ${batch.imports}`
  const cleared = await db.query(sql`
    with cleared as (
      update imports set rows_deleted_at = ${now}, kept_bytes = 0
      where company_id = ${db.companyId} and id in (${withinBatch(oldest)}) and ${isEnded}
      returning company_id, id
    ), gone as (
      delete from import_rows using cleared
      where import_rows.company_id = cleared.company_id and import_rows.import_id = cleared.id
    ), gone_removals as (
      delete from import_removals using cleared
      where import_removals.company_id = cleared.company_id and import_removals.import_id = cleared.id
    )
    select id from cleared`)
  return cleared.length
}

/** An import counts as at least this many rows. This limits how many imports one statement reads. */
const fewestRows = 10
// A removed line belongs to at most one removal.
const countedRows = sql`greatest(total + removed + removed_lines, ${sql.lit(fewestRows)})`

/**
 * The newest import with which a company keeps more than `most`; 0: there is none. The newest import of all
 * is kept, because a person is looking at it. Reads imports from the newest one, only until it is found.
 */
async function findBeyond(db: Db, most: KeptAmount): Promise<number> {
  const [found] = await db.query(sql<{ id: number }>`
    select id from (
      select id, row_number() over newer as place,
        ${runningSum(countedRows, sql`newer`)} as rows, ${runningSum(sql`kept_bytes`, sql`newer`)} as bytes
      from imports where company_id = ${db.companyId} and rows_deleted_at is null
      window newer as (order by id desc)
    ) as kept
    where place > 1 and (rows > ${most.rows} or bytes > ${most.bytes})
    order by id desc limit 1`)
  return found?.id ?? 0
}

/** The ids of the first imports that fit into one batch: at least one, however many rows it has. */
const withinBatch = (imports: RawBuilder<unknown>) => sql`
  select id from (
    select id, row_number() over older as place,
      ${runningSum(countedRows, sql`older`)} as rows, ${runningSum(sql`kept_bytes`, sql`older`)} as bytes
    from (${imports}) as oldest window older as (order by id)
  ) as counted
  where place = 1 or (rows <= ${batch.rows} and bytes <= ${batch.bytes})`
