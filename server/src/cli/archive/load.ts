import pg from 'pg'
import { listKnown, runWithin } from '../migrations.ts'
import { copyIn, copyOut } from './copy.ts'
import { RowDigest } from './digest.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { copyInto, copyOutOf, listSequences, listTables } from './schema.ts'
import { readArchive } from './unpack.ts'

/**
 * Replaces the schema public by the rows of the archive and migrates it to the newest schema, in the caller's
 * transaction.
 * @throws ArchiveError
 */
export async function load(client: pg.Client, archive: string, manifest: Manifest): Promise<void> {
  const known = await listKnown()
  await clear(client)
  await runWithin(
    client,
    known.filter((name) => manifest.migrations.includes(name)),
  )
  await refuseOtherTables(client, manifest)
  try {
    const raiseGuards = await lowerGuards(client)
    await loadTables(client, archive, manifest)
    await setSequences(client, manifest)
    await compare(client, manifest)
    await raiseGuards()
    await runWithin(
      client,
      known.filter((name) => !manifest.migrations.includes(name)),
    )
  } catch (error) {
    throw blameRows(error)
  }
}

// SQLSTATE classes: too large for an index or a line, an exception of a function of ours.
const faultOfRows = /^(21|54|P0)/

/** Only rows that no version of Artel writes make the database fail like this. @returns any other error as it is */
export function blameRows(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || !faultOfRows.test(error.code ?? '')) return error
  return new ArchiveError(`the database refuses its rows: ${error.message}`)
}

// The tables are created anew instead of emptied, because an older archive may have other tables.
const clear = (client: pg.Client) =>
  client.query(`
    alter schema public rename to replaced;
    create schema public;
    grant usage on schema public to public;
    alter table replaced.migrations set schema public;
    delete from migrations;
    drop schema replaced cascade`)

/** @throws ArchiveError if the tables of the database are not those of the archive */
export async function refuseOtherTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const shape = (tables: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns]))
  if (shape(await listTables(client)) === shape(manifest.tables)) return
  throw new ArchiveError('its tables are not those of its migrations')
}

/**
 * Drops the foreign keys, because tables may refer to each other in a circle, and disables the triggers,
 * because their effects are already in the saved rows.
 * @returns a function that restores both, which checks every reference
 */
async function lowerGuards(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 order by conname`)
  const { rows: triggers } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger t
    join pg_class c on c.oid = tgrelid and c.relnamespace = 'public'::regnamespace
    where not tgisinternal and tgenabled = 'O'`)
  const run = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const turnTriggers = (how: string) =>
    run(triggers.map(({ table }) => `alter table ${table} ${how} trigger user`))
  await run(keys.map(({ drop }) => drop))
  await turnTriggers('disable')
  return async () => {
    await turnTriggers('enable')
    await run(keys.map(({ add }) => add))
  }
}

// `backup` writes all tables before the first file. Of an archive in another order, `compare` misses rows.
async function loadTables(client: pg.Client, archive: string, manifest: Manifest): Promise<void> {
  for await (const entry of readArchive(archive)) {
    if (entry.kind !== 'rows') return
    await loadRows(client, manifest, entry.table, entry.content)
  }
}

async function loadRows(
  client: pg.Client,
  manifest: Manifest,
  name: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const table = manifest.tables.find((candidate) => candidate.name === name)
  if (!table) throw new ArchiveError(`its manifest does not know the table ${name}`)
  await copyIn(client, copyInto(table), content)
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  const known = new Set((await listSequences(client)).map(({ name }) => name))
  for (const { name, last_value, is_called } of sequences) {
    if (!known.has(name)) throw new ArchiveError(`its migrations make no sequence ${name}`)
    await client.query('select setval($1::regclass, $2, $3)', [
      `public.${pg.escapeIdentifier(name)}`,
      last_value,
      is_called,
    ])
  }
  await raiseSequences(client)
}

/**
 * Sets each sequence that is behind the rows of its table to the greatest of them: otherwise every insert
 * would fail with an id that exists already.
 */
export async function raiseSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ raise: string }>(`
    select format(
      'select setval(%L, max(%I)) from %s having max(%I) >= (select last_value + is_called::int from %s)',
      s.oid::regclass, a.attname, a.attrelid::regclass, a.attname, s.oid::regclass
    ) as raise
    from pg_class s
    join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = s.oid
      and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace`)
  for (const { raise } of rows) await client.query(raise)
}

/** Checks that the tables have the same content as when the archive was made. */
async function compare(client: pg.Client, manifest: Manifest): Promise<void> {
  const saved = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of await listTables(client)) {
    const digest = new RowDigest()
    for await (const lines of copyOut(client, copyOutOf(table))) digest.add(lines)
    const { rows, sha256 } = digest.result()
    const wanted = saved.get(table.name)
    if (wanted?.rows !== rows || wanted.sha256 !== sha256) {
      throw new ArchiveError(`the table ${table.name} has come out otherwise than it was saved`)
    }
  }
}
