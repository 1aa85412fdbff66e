import type { StoredVariants } from '@artel/contract/multimedia/multimedia'
import { sql } from 'kysely'
import { nowIso } from '../../../clock.ts'
import type { Root } from '../../../database/connection/open.ts'
import type { Change, Db } from '../../../database/db.ts'

/** A file that was not checked for metadata yet. */
export type UnstrippedRow = {
  id: number
  type: 'photo' | 'video'
  file: string
  name: string
  size: number
  sha256: Buffer
  variants: StoredVariants
}

/** The columns that change when a row gets its stripped file. */
export type StrippedRow = Pick<UnstrippedRow, 'file' | 'variants'> & {
  size: number | null | undefined
  sha256: Buffer | null | undefined
}

/** The file of a row is due unless the job has not found it lately. */
const isDue = () => sql<boolean>`coalesce(strip_after <= ${nowIso()}, true)`

export const findUnstrippedCompanies = (root: Root) =>
  root
    .selectFrom('multimedia')
    .select('company_id')
    .distinct()
    .where('file', 'is not', null)
    .where('is_stripped', 'is', null)
    .where(isDue())
    .execute()

/** The first unstripped file that is due, with an id above `after`. */
export const findUnstripped = (db: Db, after: number): Promise<UnstrippedRow | undefined> =>
  db
    .from('multimedia')
    .select(['id', 'type', 'file', 'name', 'size', 'sha256', 'variants'])
    .where('file', 'is not', null)
    .where('is_stripped', 'is', null)
    .where(isDue())
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .$narrowType<{ type: 'photo' | 'video'; file: string; size: number; sha256: Buffer }>()
    .executeTakeFirst()

export const markStripped = (db: Db, row: UnstrippedRow, is_stripped: boolean) =>
  updateUnstripped(db, row, { is_stripped })

/** @param until instant before which the job does not look for the file again */
export const postpone = (db: Db, row: UnstrippedRow, until: string) =>
  updateUnstripped(db, row, { strip_after: until })

async function updateUnstripped(
  db: Db,
  { id, file }: UnstrippedRow,
  change: Change<'multimedia'>,
): Promise<void> {
  await db
    .update('multimedia', change)
    .where('id', '=', id)
    .where('file', '=', file)
    .where('is_stripped', 'is', null)
    .execute()
}

/**
 * Gives a row its stripped file, in a transaction. Avatars and logos refer to a file by its name. They are
 * updated first, in the same order as when a person chooses another photo.
 * @returns false if the row has changed or is gone
 */
export async function switchFile(db: Db, { id, file }: UnstrippedRow, after: StrippedRow): Promise<boolean> {
  await db.query(sql`set constraints users_company_id_avatar_fkey, companies_id_logo_fkey deferred`)
  await db.update('users', { avatar: after.file }).where('avatar', '=', file).execute()
  await db.query(sql`update companies set logo = ${after.file} where id = ${db.companyId} and logo = ${file}`)
  const { numUpdatedRows } = await db
    .update('multimedia', { ...after, is_stripped: true })
    .where('id', '=', id)
    .where('file', '=', file)
    .where('is_stripped', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
