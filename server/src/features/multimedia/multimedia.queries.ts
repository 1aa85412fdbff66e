import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { type RawBuilder, sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import type { Change, Db, Draft } from '../../database/db.ts'
import { instantInJson } from '../../database/queries/json.ts'

/** A table that lists the media of entities of one kind, and its column with the id of the entity. */
export type MediaOwner =
  | OfTasks
  | { table: 'task_comment_multimedia'; owner: 'comment_id' }
  | { table: 'box_inspection_multimedia'; owner: 'inspection_id' }
  | { table: 'product_multimedia'; owner: 'product_id' }
  | { table: 'shop_item_multimedia'; owner: 'shop_item_id' }
  | { table: 'order_multimedia'; owner: 'order_id' }
  | { table: 'instruction_multimedia'; owner: 'instruction_id' }
type OfTasks = { table: 'task_multimedia'; owner: 'task_id' }

// These tables differ only in their names. The compiler cannot follow a union of names through a statement.
const named = (holder: MediaOwner) => holder as OfTasks

const columns = [
  'multimedia.id',
  'multimedia.type',
  'multimedia.file',
  'multimedia.url',
  'multimedia.name',
  'multimedia.size',
  'multimedia.width',
  'multimedia.height',
  'multimedia.duration',
  'multimedia.path',
  'multimedia.created_by',
  'multimedia.created_at',
] as const

/**
 * Media of an entity as calls show them, in their order, where nobody may change them: of a comment or an inspection.
 * @param of the column with the id of the entity, such as `task_comments.id`
 */
export function fixedMediaOf({ table, owner }: MediaOwner, of: string): RawBuilder<Multimedia[]> {
  const [entity] = of.split('.')
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', media.id, 'type', media.type, 'file', media.file, 'url', media.url,
      'name', media.name, 'size', media.size, 'width', media.width, 'height', media.height,
      'duration', media.duration, 'path', media.path, 'created_by', media.created_by,
      'created_at', ${instantInJson('media.created_at')},
      'can', jsonb_build_object('edit', false, 'delete', false)) order by held.position)
    from ${sql.table(table)} as held
    join multimedia as media on media.company_id = held.company_id and media.id = held.multimedia_id
    where held.company_id = ${sql.ref(`${entity}.company_id`)} and held.${sql.id(owner)} = ${sql.ref(of)}
  ), '[]')`
}

export const getMediaRow = (db: Db, id: number) =>
  db.from('multimedia').select(columns).where('id', '=', id).executeTakeFirstOrThrow()

export type MediaRow = Awaited<ReturnType<typeof getMediaRow>>

export const lockMediaRow = (db: Db, id: number) =>
  db
    .from('multimedia')
    .select(['id', 'created_by', 'file', 'variants', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type LockedMedia = NonNullable<Awaited<ReturnType<typeof lockMediaRow>>>

/** @returns the id; undefined if the person has media with this key */
export async function insertMedia(db: Db, row: Draft<'multimedia'>): Promise<number | undefined> {
  const inserted = db.insert('multimedia', row).onConflict((conflict) => conflict.doNothing())
  return (await inserted.returning('id').executeTakeFirst())?.id
}

/** The media that the person has uploaded with this key. */
export const findUploaded = (db: Db, userId: number, key: string) =>
  db
    .from('multimedia')
    .select(columns)
    .where('created_by', '=', userId)
    .where('upload_key', '=', key)
    .executeTakeFirst()

export async function updateMedia(db: Db, id: number, fields: Change<'multimedia'>): Promise<void> {
  await db.update('multimedia', fields).where('id', '=', id).execute()
}

/** Fails on a foreign key if an entity uses the media. */
export async function deleteMediaRow(db: Db, id: number): Promise<void> {
  await db.remove('multimedia').where('id', '=', id).execute()
}

/**
 * Existing media, locked until the transaction ends, so that nobody deletes them before an entity uses them.
 */
export const lockMediaRows = (db: Db, ids: readonly number[]) =>
  db
    .from('multimedia')
    .select(['id', 'created_by'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()

/** Media of one entity, in their order. */
export function findHeldMedia(db: Db, holder: MediaOwner, id: number) {
  const { table, owner } = named(holder)
  return db
    .from('multimedia')
    .select(columns)
    .innerJoin(table, (join) =>
      join
        .onRef(`${table}.company_id`, '=', 'multimedia.company_id')
        .onRef(`${table}.multimedia_id`, '=', 'multimedia.id'),
    )
    .where(`${table}.${owner}`, '=', id)
    .orderBy(`${table}.position`)
    .execute()
}

export async function findHeldIds(db: Db, holder: MediaOwner, id: number): Promise<number[]> {
  const { table, owner } = named(holder)
  const query = db.from(table).select('multimedia_id').where(owner, '=', id).orderBy('position')
  return (await query.execute()).map(({ multimedia_id }) => multimedia_id)
}

/** Replaces the media of an entity by these, in this order. */
export async function replaceHeld(
  db: Db,
  holder: MediaOwner,
  id: number,
  ids: readonly number[],
): Promise<void> {
  const { table, owner } = named(holder)
  await db.remove(table).where(owner, '=', id).execute()
  if (ids.length === 0) return
  const rows = ids.map((multimedia_id, position) => ({ [owner]: id, multimedia_id, position }))
  // A computed key widens to string, hence the cast. The key is a column of this table.
  await db.insert(table, rows as unknown as Draft<typeof table>[]).execute()
}

export async function markReleased(db: Db, ids: readonly number[], at: string): Promise<void> {
  if (ids.length > 0) await db.update('multimedia', { released_at: at }).where('id', 'in', ids).execute()
}

export async function markFileReleased(db: Db, file: string, at: string): Promise<void> {
  await db.update('multimedia', { released_at: at }).where('file', '=', file).execute()
}

/** The row of a served file, in all companies: file names are unique in the installation. */
export const findServedFile = (root: Root, file: string) =>
  root
    .selectFrom('multimedia')
    .select(['company_id', 'path', 'name', 'size', 'variants'])
    .where('file', '=', file)
    .executeTakeFirst()

type Reference = { table: string; columns: string[]; keys: string[] }

// The foreign keys to the media table, from the system catalog, so that a new table with media cannot be
// forgotten.
const findReferences = sql<Reference>`
  select conrelid::regclass::text as table,
    array(select attname::text from unnest(conkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
    array(select attname::text from unnest(confkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = confrelid and attnum = number order by place) as keys
  from pg_constraint where contype = 'f' and confrelid = 'multimedia'::regclass`

/** The tables with rows that use the media. */
export async function findHolders(db: Db, id: number): Promise<string[]> {
  const held = (await db.query(findReferences)).map(
    (reference) => sql<{ table: string }>`select ${reference.table}::text as table from multimedia m
      where m.company_id = ${db.companyId} and m.id = ${id} and not ${isFree(reference)}`,
  )
  return (await db.query(sql<{ table: string }>`${sql.join(held, sql` union all `)}`)).map(
    ({ table }) => table,
  )
}

/**
 * Deletes media that nothing has used since `before`, of one company or (null) of all. Call it in a transaction.
 * Media that somebody is about to use are locked, and are left out, because they would make the deletion of all fail.
 */
export async function deleteUnheld(root: Root, before: string, most: number, companyId: number | null) {
  const { rows: references } = await findReferences.execute(root)
  const free = sql.join(references.map(isFree), sql` and `)
  const { rows: found } = await sql<{ company_id: number; id: number }>`
    select company_id, id from multimedia m
    where coalesce(released_at, created_at) < ${before}
      and ${companyId === null ? sql`true` : sql`m.company_id = ${companyId}`} and ${free}
    limit ${most} for update skip locked`.execute(root)
  // Checked again, because somebody may have begun to use them before they were locked.
  const { rows } = await sql<{ company_id: number; file: string | null; variants: object }>`
    delete from multimedia m where ${free} and (company_id, id) in (
      select * from unnest(${found.map((one) => one.company_id)}::bigint[], ${found.map(({ id }) => id)}::bigint[])
    )
    returning company_id, file, variants`.execute(root)
  return rows
}

function isFree({ table, columns, keys }: Reference): RawBuilder<boolean> {
  const pairs = columns.map(
    (column, index) => sql`holder.${sql.ref(column)} = m.${sql.ref(keys[index] ?? '')}`,
  )
  return sql<boolean>`not exists (select from ${sql.table(table)} holder where ${sql.join(pairs, sql` and `)})`
}
