import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Input } from '../../testing/access/row.ts'
import { rows } from '../../testing/access/rows.ts'
import { ask, declared, useStage } from '../../testing/access/world.ts'
import { codeOf } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { buildEntry, buildUser } from '../../testing/rows/build.ts'

const test_ = useLoneTestApp()
const stage = useStage(test_)

/** The table from which each call deletes the row with the last id of its path. */
const deletions = [
  { name: 'personnel.remove', table: 'users' },
  { name: 'products.remove', table: 'products' },
  { name: 'warehouses.remove', table: 'warehouses' },
  { name: 'legalEntities.remove', table: 'legal_entities' },
  { name: 'shop.remove', table: 'shop_items' },
  { name: 'instructions.remove', table: 'instructions' },
  { name: 'supplies.remove', table: 'supplies' },
  { name: 'supplies.removeBox', table: 'supply_boxes' },
  { name: 'supplies.removePallet', table: 'supply_pallets' },
  { name: 'tasks.remove', table: 'tasks' },
  { name: 'rewards.remove', table: 'rewards' },
  { name: 'hours.remove', table: 'shifts' },
  { name: 'multimedia.remove', table: 'multimedia' },
  { name: 'localizations.remove', table: 'localizations' },
  { name: 'views.remove', table: 'views' },
  { name: 'pushes.remove', table: 'pushes' },
]
/**
 * A person's own device and session are deleted with all that belongs to them. A scan is taken back and not
 * deleted.
 */
const others = ['account.endSession', 'devices.remove', 'supplies.takeBack', 'tasks.detach']

test('the tests cover every call that deletes an entity', () => {
  const deleting = Object.entries(declared).filter(
    ([, { method, path }]) => method === 'DELETE' && path.includes(':'),
  )
  const known = [...deletions.map(({ name }) => name), ...others]
  expect(deleting.map(([name]) => name).sort()).toEqual(known.sort())
})

// Drops the check constraints, so that a row of any table can be made without knowing what its columns mean.
beforeAll(async () => {
  const checks = await sql<{ child: string; name: string }>`
    select conrelid::regclass::text as child, conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace`.execute(test_.root)
  for (const { child, name } of checks.rows) {
    await sql`alter table ${sql.table(child)} drop constraint ${sql.ref(name)}`.execute(test_.root)
  }
})

type Reference = { name: string; child: string; columns: string[]; parents: string[] }

const referencesTo = async (table: string): Promise<Reference[]> => {
  const names = (relation: string, key: string) => sql`(
    select json_agg(attname order by place) from unnest(${sql.ref(key)}) with ordinality as keys (number, place)
    join pg_attribute on attrelid = ${sql.ref(relation)} and attnum = number)`
  const found = await sql<Reference>`
    select conname as name, conrelid::regclass::text as child, ${names('conrelid', 'conkey')} as columns,
      ${names('confrelid', 'confkey')} as parents
    from pg_constraint where contype = 'f' and confrelid = ${table}::regclass`.execute(test_.root)
  return found.rows
}

/** A value of a type, as text that PostgreSQL parses. */
const sampleOf = (type: string): string => {
  if (type.endsWith('[]') || type.startsWith('json')) return '{}'
  if (/^(timestamp|date)/.test(type)) return '2026-11-20'
  if (type === 'uuid') return '00000000-0000-4000-8000-000000000001'
  if (type === 'inet') return '127.0.0.1'
  return type === 'boolean' ? 'false' : '1'
}

type Column = { name: string; type: string }

/** Inserts a row that refers to the given row and to no other. Triggers are off, so no other row is added. */
async function refer(
  table: string,
  id: number,
  { name: own, child, columns, parents }: Reference,
): Promise<void> {
  const parent = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where id = ${id}`.execute(test_.root)
  const keys = columns.map((column, at) => [column, parent.rows[0]?.[parents[at] ?? '']] as const)
  const needed = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${child}::regclass and attnum > 0 and not attisdropped and attnotnull and not atthasdef
      and attidentity = ''`.execute(test_.root)
  const values = new Map<string, unknown>(needed.rows.map(({ name, type }) => [name, sampleOf(type)]))
  values.set('company_id', stage.world.db.companyId)
  for (const [column, value] of keys) values.set(column, value)
  const insert = test_.root.transaction().execute(async (root) => {
    const into = sql`alter table ${sql.table(child)}`
    const rest = await sql<{ name: string; rule: string }>`
      select conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'f' and conrelid = ${child}::regclass and conname <> ${own}`.execute(root)
    for (const { name } of rest.rows) await sql`${into} drop constraint ${sql.ref(name)}`.execute(root)
    await sql`${into} disable trigger user`.execute(root)
    await sql`insert into ${sql.table(child)} (${sql.join([...values.keys()].map((name) => sql.ref(name)))})
      values (${sql.join([...values.values()])})`.execute(root)
    // PostgreSQL refuses to alter a table with pending deferred checks.
    await sql`set constraints all immediate`.execute(root)
    await sql`${into} enable trigger user`.execute(root)
    for (const { name, rule } of rest.rows) {
      const back = sql.raw(`${rule} not valid`)
      await sql`${into} add constraint ${sql.ref(name)} ${back}`.execute(root)
    }
  })
  // Some rows exist from the beginning, such as an account or a sign-in.
  await insert.catch((error: { code?: string }) => {
    if (error.code !== uniqueViolation) throw error
  })
}
const uniqueViolation = '23505'

const byOwner = 4
const rowOf = (name: string) =>
  rows.find(({ call, expect: statuses }) => call === name && (statuses[byOwner] ?? 500) < 300)

/** The last id of a path is the id of the deleted row. */
const idIn = ({ path }: Call, { id, params = {} }: Input): number => {
  const name = path.match(/:(\w+)$/)?.[1] ?? ''
  return Number(params[name] ?? id)
}

test.each(deletions)(
  '$name answers 200 or 409 for a single reference from any table',
  async ({ name, table }) => {
    const call = declared[name] as Call // named above
    // The company's row exists already, and it refers to a logo by the file.
    const references = (await referencesTo(table)).filter(({ child }) => child !== 'companies')
    const answers: string[] = []
    for (const reference of references) {
      const input = (await rowOf(name)?.make?.(stage.world)) ?? {}
      await refer(table, idIn(call, input), reference)
      const { statusCode } = await ask(stage.clients.owner, call, input)
      const by = `${reference.child} (${reference.columns.join(', ')})`
      if (statusCode !== 200 && statusCode !== 409) answers.push(`${by}: ${statusCode}`)
    }
    expect(answers).toEqual([])
  },
)

test.each(['money', 'coins'] as const)(
  'refuses to delete a user who has only an entry of %s',
  async (ledger) => {
    const { root, db } = stage.world
    const user = await buildUser(root, db, 'staff')
    await buildEntry(db, user, { ledger })
    const answer = await ask(stage.clients.owner, calls.personnel.remove, { id: user.id })
    expect(codeOf(answer)).toEqual([409, 'has_history'])
  },
)
