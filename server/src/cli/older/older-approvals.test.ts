import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { listKnown, runWithin } from '../migrations.ts'
import { command, openInstallation } from '../testing.ts'

const before = (name: string) => name < '0027'
const at = '2026-10-01T08:00:00.000Z'

test('entries and tasks of a version without approvers survive backup, restore and migration', async () => {
  const [older, target] = [await openInstallation(), await openInstallation()]
  const client = new pg.Client(older.connection)
  await client.connect()
  await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
  await runWithin(client, (await listKnown()).filter(before))
  const idOf = async (text: string, values: unknown[]) =>
    Number((await client.query<{ id: string }>(`${text} returning id`, values)).rows[0]?.id)
  const company = await idOf('insert into companies (name, created_at) values ($1, $2)', ['Старая', at])
  const user = (type: string) =>
    idOf(
      'insert into users (company_id, first_name, last_name, type, created_at) values ($1, $2, $2, $3, $4)',
      [company, 'Анна', type, at],
    )
  const [owner, admin, staff] = [await user('owner'), await user('admin'), await user('staff')]
  const task = (title: string) =>
    idOf(
      'insert into tasks (company_id, title, requires_review, created_by, created_at) values ($1, $2, false, $3, $4)',
      [company, title, admin, at],
    )
  const [untouched, priced] = [await task('Как создана'), await task('С другой ценой')]
  const changes: [number, string, number][] = [
    [owner, '{"money": [0, 500]}', 2],
    [staff, '{"title": ["а", "б"]}', 3],
  ]
  for (const [by, changed, version] of changes) {
    await client.query(
      `insert into task_events (company_id, task_id, user_id, kind, version, changes, created_at)
       values ($1, $2, $3, 'edit', $4, $5, $6)`,
      [company, priced, by, version, changed, at],
    )
  }
  await client.query(
    `update tasks set status = 'done', user_id = $1, money = 500, quantity_done = quantity, started_at = $2, finished_at = $2
     where id = $3`,
    [admin, at, untouched],
  )
  // Entries that an admin could then create for themselves stay unchanged.
  await client.query(
    `insert into ledger_entries (company_id, ledger, user_id, amount, kind, key, source_type, source_id, created_by, created_at)
     values ($1, 'money', $2, 500, 'task', 'task:1:done', 'task', $3, $2, $4)`,
    [company, admin, untouched, at],
  )
  await client.end()
  const file = join(older.dataDir, 'older.tar.gz')
  expect((await command(older.env, 'backup', file)).code).toBe(0)
  expect(await command(target.env, 'restore', file)).toMatchObject({ code: 0 })
  const tasks = await target.root.selectFrom('tasks').select(['id', 'priced_by']).orderBy('id').execute()
  expect(tasks).toEqual([
    { id: untouched, priced_by: admin },
    { id: priced, priced_by: owner },
  ])
  const entries = target.root.selectFrom('ledger_entries').select(['amount', 'approved_by', 'approver_type'])
  expect(await entries.execute()).toEqual([{ amount: 500, approved_by: null, approver_type: null }])
  expect(await command(target.env, 'verify')).toMatchObject({ code: 0 })
  // A database of this version can be backed up and restored again.
  const again = join(target.dataDir, 'again.tar.gz')
  expect((await command(target.env, 'backup', again)).code).toBe(0)
  expect(await command(target.env, 'restore', again, '--replace')).toMatchObject({ code: 0 })
  expect(await entries.execute()).toEqual([{ amount: 500, approved_by: null, approver_type: null }])
})
