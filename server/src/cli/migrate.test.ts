import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { withClient } from '../database/client.ts'
import { MigrationError, migrate } from '../database/migrate.ts'
import { buildCompany, buildTask, buildUser } from '../testing/build.ts'
import { command, openInstallation } from './testing.ts'

test('a migration that fails in the middle leaves nothing, says why, and the version before goes on', async () => {
  const { connection, env, root } = await openInstallation()
  await command(env, 'migrate')
  const folder = await mkdtemp(join(tmpdir(), 'artel-migrations-'))
  await cp(new URL('../database/migrations/', import.meta.url), folder, { recursive: true })
  await writeFile(
    join(folder, '9000_half.sql'),
    `create table half (id int); insert into half values (1);
    alter table tasks add column half int; insert into half values ('many'); create table whole (id int);`,
  )
  const newer = pathToFileURL(`${folder}/`)
  const error = await withClient(connection, (client) => migrate(client, newer)).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(MigrationError)
  expect(error.message).toMatch(/^The migration 9000_half.sql failed and was undone: [^\n]*"many"$/)
  await withClient(connection, async (client) => {
    const { rows } = await client.query(`select to_regclass('half') as half, to_regclass('whole') as whole,
      (select count(*) from information_schema.columns where column_name = 'half') as columns`)
    expect(rows).toEqual([{ half: null, whole: null, columns: 0 }])
  })
  expect((await command(env, 'migrate')).text).toBe('The database is of the newest schema\n')
  const db = await buildCompany(root)
  await buildTask(db, await buildUser(root, db, 'admin'), {})
  expect((await command(env, 'verify')).code).toBe(0)
})

test('a text of an automatic push that was written for both languages stays so', async () => {
  const { connection } = await openInstallation()
  const own = new URL('../database/migrations/', import.meta.url)
  const folder = await mkdtemp(join(tmpdir(), 'artel-migrations-'))
  await cp(own, folder, { recursive: true })
  const later = (await readdir(folder)).filter((name) => name >= '0026')
  for (const name of later) await rm(join(folder, name))
  await withClient(connection, async (client) => {
    await migrate(client, pathToFileURL(`${folder}/`))
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into push_automatics (company_id, kind, is_on, title, body)
        select id, kind, false, title, null from companies,
          (values ('task_assigned', 'Дело: {name}'), ('achievement', null)) as said (kind, title)`)
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query(
      'select kind, is_on, title_ru, title_en, body_ru, body_en from push_automatics order by kind',
    )
    const nothing = { title_ru: null, title_en: null, body_ru: null, body_en: null, is_on: false }
    expect(rows).toEqual([
      { ...nothing, kind: 'achievement' },
      { ...nothing, kind: 'task_assigned', title_ru: 'Дело: {name}', title_en: 'Дело: {name}' },
    ])
  })
})
