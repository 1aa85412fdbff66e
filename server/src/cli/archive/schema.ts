import pg from 'pg'

/**
 * `columns` are the stored columns, without generated ones. `key` is the sort order of rows, the same in
 * every database.
 */
export type Table = { name: string; columns: string[]; key: string }

const quote = pg.escapeIdentifier

/** All tables of the schema public except the migrations. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((
        select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end,
          ', ' order by k.place)
        from pg_index i
        cross join lateral unnest(i.indkey::smallint[]) with ordinality k(attnum, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary
      ), 't::text collate "C"') as key
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname collate "C"`)
  return rows
}

export type Sequence = { name: string; last_value: number; is_called: boolean }

/**
 * All sequences, also those of identity columns. Their values are current, not from the snapshot, so they are
 * never behind the rows.
 */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const found = await client.query<Omit<Sequence, 'name'>>(
      `select last_value, is_called from public.${quote(name)}`,
    )
    sequences.push(...found.rows.map((value) => ({ name, ...value })))
  }
  return sequences
}

const list = (columns: readonly string[]) => columns.map(quote).join(', ')

/** @param condition SQL that is true for the wanted rows */
export const copyOutOf = ({ name, columns, key }: Table, condition = 'true'): string =>
  `copy (select ${list(columns)} from public.${quote(name)} t where ${condition} order by ${key}) to stdout`

type Named = Pick<Table, 'name' | 'columns'>

/** The temporary table of `stagedLike`, as SQL. */
export const staged = (name: string): string => `pg_temp.${quote(`staged_${name}`)}`

/** @param where `staged`: into the temporary table of `stagedLike` */
export const copyInto = ({ name, columns }: Named, where: 'public' | 'staged' = 'public'): string =>
  `copy ${where === 'staged' ? staged(name) : `public.${quote(name)}`} (${list(columns)}) from stdin`

/** A temporary table for rows of a table, until the transaction ends. */
export const stagedLike = ({ name, columns }: Named): string =>
  `create temporary table ${quote(`staged_${name}`)} on commit drop as
  select ${list(columns)} from public.${quote(name)} with no data`

/** Adds the rows of the temporary table to the table itself. */
export const moveInto = ({ name, columns }: Named): string =>
  `insert into public.${quote(name)} (${list(columns)}) overriding system value
  select ${list(columns)} from ${staged(name)}`

/**
 * Makes the text format of values independent of the settings of the server and the role. Call it in a
 * transaction.
 */
export async function fixText(client: pg.Client): Promise<void> {
  await client.query(`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
    set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1;
    set local client_encoding = 'UTF8'; set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`)
}
