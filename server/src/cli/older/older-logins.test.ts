import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listKnown, runWithin } from '../migrations.ts'
import { command, openInstallation } from '../testing.ts'

const at = '2026-10-01T08:00:00.000Z'

// The test creates two installations and restores backups, which takes long on a busy machine.
const timeout = 120_000

test('logins of an older version get their authors from the audit log, or stay without one', {
  timeout,
}, async () => {
  const [older, target] = [await openInstallation(), await openInstallation()]
  const client = new pg.Client(older.connection)
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
  await runWithin(
    client,
    (await listKnown()).filter((name) => name < '0033'),
  )
  const idOf = async (text: string, values: unknown[]) =>
    Number((await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id)
  const company = await idOf('insert into companies (name, created_at) values ($1, $2)', ['Старая', at])
  const person = async (name: string, type: string, hasPassword = true) => {
    const id = await idOf(
      'insert into users (company_id, first_name, last_name, type, created_at) values ($1, $2, $2, $3, $4)',
      [company, name, type, at],
    )
    await client.query(
      'insert into logins (email, company_id, user_id, password_hash) values ($1, $2, $3, $4)',
      [`${name}@artel.test`, company, id, hasPassword ? 'a hash' : null],
    )
    return id
  }
  const note = (by: number | null, action: string, whose: number) =>
    client.query(
      `insert into audit (company_id, created_at, user_id, action, entity, entity_id, before, after)
       values ($1, $2, $3, $4, 'user', $5, '{}', '{}')`,
      [company, at, by, action, whose],
    )
  const [owner, admin] = [await person('owner', 'owner'), await person('admin', 'admin')]
  const people = {
    created: await person('created', 'staff'),
    moved: await person('moved', 'staff'),
    own: await person('own', 'staff'),
    invited: await person('invited', 'staff', false),
    unknown: await person('unknown', 'staff'),
    orphan: await person('orphan', 'staff'),
  }
  await note(owner, 'create', people.created)
  await note(admin, 'password_change', people.created)
  await note(people.created, 'password_reset', people.created)
  await note(owner, 'create', people.moved)
  await note(admin, 'email_change', people.moved)
  await note(admin, 'create', people.own)
  await note(people.own, 'email_change', people.own)
  await note(admin, 'create', people.invited)
  await note(null, 'create', people.unknown)
  // By a user who was deleted later.
  await note(999_999, 'create', people.orphan)
  await client.end()

  const file = join(older.dataDir, 'older.tar.gz')
  expect((await command(older.env, 'backup', file)).code).toBe(0)
  expect(await command(target.env, 'restore', file)).toMatchObject({ code: 0 })
  const logins = target.root
    .selectFrom('logins')
    .select(['email', 'email_set_by', 'password_set_by', 'device_epoch'])
    .orderBy('user_id')
  const row = (name: string, email_set_by: number | null) => ({
    email: `${name}@artel.test`,
    email_set_by,
    password_set_by: null,
    device_epoch: 0,
  })
  const expected = [
    row('owner', null),
    row('admin', null),
    row('created', owner),
    row('moved', admin),
    row('own', null),
    row('invited', admin),
    row('unknown', null),
    row('orphan', null),
  ]
  expect(await logins.execute()).toEqual(expected)
  expect(await command(target.env, 'verify')).toMatchObject({ code: 0 })
  // A database of this version can be backed up and restored again.
  const known = { email_set_by: owner, password_set_by: admin, device_epoch: 3 }
  await target.root.updateTable('logins').set(known).where('user_id', '=', people.created).execute()
  const again = join(target.dataDir, 'again.tar.gz')
  expect((await command(target.env, 'backup', again)).code).toBe(0)
  expect(await command(target.env, 'restore', again, '--replace')).toMatchObject({ code: 0 })
  expect(await logins.execute()).toEqual(
    expected.map((login) => (login.email === 'created@artel.test' ? { ...login, ...known } : login)),
  )
})
