import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { CommandError } from './command.ts'

// The folder beside the sources, and the folder in a build beside its chunks.
const folders = [
  new URL('../database/migrations/', import.meta.url),
  new URL('./migrations/', import.meta.url),
]
const folder = folders.find((candidate) => existsSync(candidate))

/** The migrations that this version knows, in order. */
export async function listKnown(): Promise<string[]> {
  if (!folder) throw new Error('The migrations are not where the build puts them')
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** The applied migrations in order. Empty if the database was never migrated. */
export async function listApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return []
  const applied = await client.query<{ name: string }>(
    'select name from migrations order by name collate "C"',
  )
  return applied.rows.map(({ name }) => name)
}

/** @throws CommandError if `names` contains a migration that this version does not know */
export async function refuseNewer(what: string, names: readonly string[]): Promise<void> {
  const known = await listKnown()
  const newer = names.find((name) => !known.includes(name))
  if (newer) throw new CommandError(`${what} is of a newer version of Artel: it has the migration ${newer}`)
}

/** Runs migrations in the caller's transaction. The caller guarantees that they have not run yet. */
export async function runWithin(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await client.query(await readFile(new URL(name, folder), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}
