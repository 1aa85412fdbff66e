import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { withClient } from '../database/connection/client.ts'
import type { Connection } from '../database/connection/open.ts'
import { MigrationError, migrate } from '../database/migrate.ts'
import { buildCompany, buildTask, buildUser } from '../testing/rows/build.ts'
import { command, openInstallation } from './testing.ts'

test('rolls back a failed migration with its reason, and the earlier version keeps working', async () => {
  const { connection, env, root } = await openInstallation()
  await command(env, 'migrate')
  const newer = await withMigration(
    '9000_half.sql',
    `create table half (id int); insert into half values (1);
    alter table tasks add column half int; insert into half values ('many'); create table whole (id int);`,
  )
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

/** A folder with all migrations and one more. */
async function withMigration(name: string, text: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-migrations-'))
  await cp(new URL('../database/migrations/', import.meta.url), folder, { recursive: true })
  await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const titles = `-- outside a transaction
-- Lists look for a title.
create unique index concurrently tasks_by_title on tasks (title);
create index concurrently tasks_by_description
  on tasks (left(description, 20));
`

test('after a failed index build outside a transaction, one of two concurrent runs rebuilds it', async () => {
  const { connection, env, root } = await openInstallation()
  await command(env, 'migrate')
  const db = await buildCompany(root)
  const admin = await buildUser(root, db, 'admin')
  await buildTask(db, admin, { title: 'Набор' })
  const second = await buildTask(db, admin, { title: 'Набор' })
  const folder = await withMigration('9000_titles.sql', titles)
  const run = () => withClient(connection, (client) => migrate(client, folder))
  // Two titles are equal, so the unique index remains invalid.
  await expect(run()).rejects.toThrow(/^The migration 9000_titles.sql failed and will begin anew: [^\n]+$/)
  expect(await readIndexes(connection)).toEqual([{ name: 'tasks_by_title', isValid: false }])
  await db.update('tasks', { title: 'Другой' }).where('id', '=', second).execute()

  const [one, two] = await Promise.all([run(), run()])
  expect([...one, ...two]).toEqual(['9000_titles.sql'])
  expect(await readIndexes(connection)).toEqual([
    { name: 'tasks_by_description', isValid: true },
    { name: 'tasks_by_title', isValid: true },
  ])
})

const readIndexes = (connection: Connection) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string; isValid: boolean }>(`
      select relname as name, indisvalid as "isValid" from pg_index join pg_class on pg_class.oid = indexrelid
      where relname in ('tasks_by_title', 'tasks_by_description') order by relname`)
    return rows
  })

test('rejects a statement outside a transaction if a failure must roll it back', async () => {
  const { connection, env } = await openInstallation()
  await command(env, 'migrate')
  const text = '-- outside a transaction\nalter table tasks add column half int;\n'
  const folder = await withMigration('9000_half.sql', text)
  const error = await withClient(connection, (client) => migrate(client, folder)).catch((thrown) => thrown)
  expect(error.message).toMatch(/a transaction is needed for «alter table tasks add column half int»/)
  expect((await command(env, 'migrate')).text).toBe('The database is of the newest schema\n')
})

/** A folder with the migrations before this number, and the names of the others. */
async function splitMigrations(number: string): Promise<{ earlier: URL; later: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'artel-migrations-'))
  await cp(new URL('../database/migrations/', import.meta.url), folder, { recursive: true })
  const later = (await readdir(folder)).filter((name) => name >= number)
  for (const name of later) await rm(join(folder, name))
  return { earlier: pathToFileURL(`${folder}/`), later }
}

test('keeps only the newest mailed link of each kind and user', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0028')
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select id, 'staff', 'Дарья', 'Климова', now() from companies, generate_series(1, 2);
      insert into mailed_links (token_hash, kind, company_id, user_id, email, expires_at)
        select sha256((users.id || kind || minute)::bytea), kind, company_id, users.id, 'a@artel.test',
          timestamptz '2026-01-01 00:00Z' + minute * interval '1 minute'
        from users, unnest(array['reset', 'invitation']) as kind, generate_series(1, 3) as minute`)
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query(
      `select count(*)::int as count, min(expires_at)::text as first, count(distinct (user_id, kind))::int as kinds
      from mailed_links`,
    )
    expect(rows).toEqual([{ count: 4, first: expect.stringContaining(':03:00'), kinds: 4 }])
  })
})

test('rewrites a link with a hidden host to show it, without changing its target', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0034')
  const links: [before: string, after: string][] = [
    ['https://wildberries.ru@evil.example/a?b@c', 'https://evil.example/a?b@c'],
    ['https://a%40b:secret@evil.example:8443/', 'https://evil.example:8443/'],
    ['https://@evil.example', 'https://evil.example'],
    ['https://a@b@evil.example/', 'https://evil.example/'],
    ['https:///a@evil.example/@b', 'https://evil.example/@b'],
    ['https://\\a@evil.example/', 'https://evil.example/'],
    ['https://a\t\n@evil.example/', 'https://evil.example/'],
    ['https://artel.test/@seller?to=a@b#c@d', 'https://artel.test/@seller?to=a@b#c@d'],
    ['https://artel.test?a@b', 'https://artel.test?a@b'],
  ]
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select id, 'staff', 'Дарья', 'Климова', now() from companies`)
    await client.query(
      `insert into multimedia (company_id, type, path, url, name, created_by, created_at)
        select users.company_id, 'link', 'tasks', url, 'Ссылка', users.id, now()
        from users, unnest($1::text[]) with ordinality as given (url, place) order by place`,
      [links.map(([before]) => before)],
    )
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query<{ url: string }>('select url from multimedia order by id')
    expect(rows.map(({ url }) => url)).toEqual(links.map(([, after]) => after))
    for (const [before, after] of links) {
      expect(new URL(before).host).toBe(new URL(after).host)
      const changed = client.query('update multimedia set url = $1 where id = 1', [before])
      if (before === after) await changed
      else await expect(changed).rejects.toThrow('multimedia_url_shows_host')
    }
  })
})

test('resets texts of the audit log, and texts of rights that admins have changed', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0050')
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now()), ('Соседи', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select id, type, 'Дарья', 'Климова', now() from companies, unnest(array['admin', 'owner']) as type order by id, type;
      insert into localizations
          (company_id, key, is_custom, en, ru, published_en, published_ru, updated_at, updated_by)
        select company_id, key, true, null, 'Своё', null, case when is_published then 'Своё' end, now(), users.id
        from (values
          ('auditWords.value_owner', 'owner', true), ('users.type_owner', 'admin', true), ('users.name', 'owner', true),
          ('ledger.post', 'admin', true), ('ledger.payout', 'admin', false), ('users.type_staff', 'admin', false),
          ('tasks.title', 'admin', true), ('warehouses.title', 'admin', false)
        ) as said (key, type, is_published)
        join users on users.type = said.type
        where company_id = 1 or key in ('tasks.title', 'warehouses.title');
      insert into localization_files (company_id, hash, body) select distinct company_id,
        repeat(company_id::text, 64), case company_id when 1 then
          '{"auditWords.value_owner":"Своё","users.type_owner":["Своё"],"users.name":"Своё","ledger.post":"Своё","tasks.title":"Своё"}'
          else '{"tasks.title":"Своё"}' end from localizations;
      insert into localization_files (company_id, hash, body) select id, repeat('e', 64), '{}' from companies;
      insert into localization_publications (company_id, number, en, ru, en_hash, ru_hash, changes, created_at, created_by)
        select own.company_id, 1, '{}', jsonb_object_agg(key, published_ru), repeat('e', 64),
          repeat(own.company_id::text, 64), 1, now(), min(users.id)
        from localizations as own join users on users.company_id = own.company_id
        where published_ru is not null group by own.company_id`)
    expect(await migrate(client)).toEqual(later)
    const { rows: texts } = await client.query(
      `select key, ru, published_ru from localizations where company_id = 1 order by key`,
    )
    const own = 'Своё'
    expect(texts).toEqual([
      { key: 'ledger.post', ru: own, published_ru: own },
      { key: 'tasks.title', ru: own, published_ru: own },
      { key: 'users.name', ru: own, published_ru: own },
      { key: 'warehouses.title', ru: own, published_ru: null },
    ])
    const { rows: published } = await client.query(
      `select made.company_id::int as company, number, ru, body::jsonb as body, ru_hash, changes,
          encode(sha256(convert_to(body, 'UTF8')), 'hex') as digest
        from localization_publications as made
        join localization_files as file on file.company_id = made.company_id and file.hash = ru_hash
        order by made.company_id, number`,
    )
    const left = { 'users.name': own, 'ledger.post': own, 'tasks.title': own }
    expect(published).toMatchObject([
      { company: 1, number: 1 },
      { company: 1, number: 2, ru: left, body: left, changes: 2 },
      { company: 2, number: 1 },
    ])
    expect(published[1].ru_hash).toBe(published[1].digest)
  })
})

test('resets texts of money and coins that admins have changed last', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0052')
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select id, type, 'Дарья', 'Климова', now() from companies, unnest(array['admin', 'owner']) as type;
      insert into localizations
          (company_id, key, is_custom, en, ru, published_en, published_ru, updated_at, updated_by)
        select company_id, key, true, null, 'Своё', null, case when is_published then 'Своё' end, now(), users.id
        from (values ('ui.coins', 'admin', true), ('manyTasks.cell_money', 'admin', false),
          ('shop.title', 'owner', true), ('tasks.title', 'admin', true)
        ) as said (key, type, is_published)
        join users on users.type = said.type;
      insert into localization_files (company_id, hash, body) values
        (1, repeat('1', 64), '{"ui.coins":"Своё","shop.title":"Своё","tasks.title":"Своё"}'), (1, repeat('e', 64), '{}');
      insert into localization_publications (company_id, number, en, ru, en_hash, ru_hash, changes, created_at, created_by)
        select 1, 1, '{}', jsonb_object_agg(key, published_ru), repeat('e', 64), repeat('1', 64), 1, now(), 1
        from localizations where published_ru is not null`)
    expect(await migrate(client)).toEqual(later)
    const { rows: texts } = await client.query('select key, ru, published_ru from localizations order by key')
    const own = 'Своё'
    expect(texts).toEqual([
      { key: 'shop.title', ru: own, published_ru: own },
      { key: 'tasks.title', ru: own, published_ru: own },
    ])
    const { rows } = await client.query(`
      select number, body::jsonb as body from localization_publications as made
      join localization_files as file on file.hash = ru_hash order by number desc limit 1`)
    expect(rows).toEqual([{ number: 2, body: { 'shop.title': own, 'tasks.title': own } }])
  })
})

test('replaces a scan id that does not fit into a path, and still counts the scan', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0046')
  const ids = ['..', 'a%2Fb', 'a:1', '2026.1', 'x'.repeat(64), 'a-1_~']
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select id, 'staff', 'Дарья', 'Климова', now() from companies;
      insert into warehouses (company_id, name, created_at) select id, 'Север', now() from companies;
      insert into products (company_id, name, article, created_at, updated_at)
        select id, 'Набор', 'A-1', now(), now() from companies;
      insert into supplies (company_id, number, marketplace, status, warehouse_id, status_at, created_at, updated_at)
        select company_id, '1', 'wildberries', 'packing', id, now(), now(), now() from warehouses;
      insert into supply_boxes (company_id, supply_id, number, created_at) select company_id, id, 1, now() from supplies`)
    await client.query(
      `insert into supply_scans (company_id, supply_id, box_id, product_id, user_id, quantity, created_at, scan_id)
        select box.company_id, supply_id, box.id, products.id, users.id, 2, now(), scan_id
        from supply_boxes as box, products, users, unnest($1::text[]) with ordinality as given (scan_id, place)
        order by place`,
      [ids],
    )
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query<{ scan_id: string }>('select scan_id from supply_scans order by id')
    expect(rows.slice(4)).toEqual(ids.slice(4).map((scan_id) => ({ scan_id })))
    const renamed = rows.slice(0, 4).map(({ scan_id }) => scan_id)
    for (const id of renamed) expect(id).toMatch(/^old-[0-9a-f]{60}$/)
    expect(new Set(renamed).size).toBe(4)
    expect((await client.query('select units from supply_packers')).rows).toEqual([{ units: 12 }])
    await expect(client.query('update supply_scans set quantity = 5')).rejects.toThrow('only added to')
  })
})

test('keeps the text of an automatic push for both languages', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0026')
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
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

test('numbers the later of two articles that look alike, and logs the change', async () => {
  const { connection } = await openInstallation()
  const own = new URL('../database/migrations/', import.meta.url)
  const folder = await mkdtemp(join(tmpdir(), 'artel-migrations-'))
  await cp(own, folder, { recursive: true })
  const later = (await readdir(folder)).filter((name) => name >= '0031')
  for (const name of later) await rm(join(folder, name))
  await withClient(connection, async (client) => {
    await migrate(client, pathToFileURL(`${folder}/`))
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now()), ('Другая', now());
      insert into products (company_id, name, article, created_at, updated_at)
        select 1, 'Набор ' || place, article, now(), now()
        from unnest(array['A-1', U&'A-1\\200b', 'A-1 (2)', U&'А\\2060-1', 'B', U&'\\200b', U&'\\00ad'])
          with ordinality as given (article, place);
      insert into products (company_id, name, article, created_at, updated_at)
        values (2, 'Набор', U&'A-1\\200b', now(), now())`)
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query('select article, version from products order by id')
    expect(rows.map(({ article, version }) => [article, version])).toEqual([
      ['A-1', 1],
      ['A-1 (3)', 2],
      ['A-1 (2)', 1],
      ['\u0410-1 (4)', 2],
      ['B', 1],
      ['\u200b', 1],
      ['(2)', 2],
      ['A-1\u200b', 1],
    ])
    const { rows: entries } = await client.query(
      "select action, title, before, after from audit where entity = 'product' order by id limit 1",
    )
    expect(entries).toEqual([
      { action: 'update', title: 'Набор 2', before: { article: 'A-1\u200b' }, after: { article: 'A-1 (3)' } },
    ])
  })
})

test('merges unread order notifications by buyer, and deletes those of cancelled orders', async () => {
  const { connection } = await openInstallation()
  const { earlier, later } = await splitMigrations('0038')
  await withClient(connection, async (client) => {
    await migrate(client, earlier)
    // The first user is an admin. The others buy.
    await client.query(`
      insert into companies (name, created_at) values ('Уют', now());
      insert into users (company_id, type, first_name, last_name, created_at)
        select 1, type, 'Дарья', 'Климова', now()
        from unnest(array['admin', 'staff', 'staff']) with ordinality as given (type, place) order by place;
      insert into shop_items (company_id, name, price, position, created_at, updated_at, created_by, updated_by)
        values (1, 'Термос', 1, 1, now(), now(), 1, 1);
      -- How an order comes to be cancelled is not what is tried.
      alter table orders disable trigger user;
      insert into orders (company_id, user_id, item_id, name, price, quantity, total, month, status, status_at,
          status_by, created_at)
        select 1, 2, 1, 'Термос', 1, 1, 1, '2026-10-01', 'cancelled', now(), 2, now() from generate_series(1, 2);
      alter table orders enable trigger user;
      insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at, read_at)
        select 1, 1, user_id, 'order_created', jsonb_build_object('id', id), '/orders?order=' || id, now(), read_at
        from (values (1, 2, null), (2, 2, now()), (11, 2, null), (12, 2, null), (13, 3, null))
          as told (id, user_id, read_at) order by id;
      insert into notifications (company_id, user_id, actor_id, kind, params, url, created_at)
        select 1, 1, 2, kind, '{"id": 7}', '/task/7', now()
        from unnest(array['task_review', 'task_review', 'task_comment']) with ordinality as given (kind, place)
        order by place`)
    expect(await migrate(client)).toEqual(later)
    const { rows } = await client.query(
      'select id, kind, topic, things, params from notifications order by id',
    )
    const alone = { topic: null, things: [] }
    expect(rows).toMatchObject([
      // This notification was read.
      { id: 2, kind: 'order_created', ...alone },
      { id: 4, kind: 'order_created', topic: 'user:2', things: [11, 12], params: { id: 12, count: 2 } },
      { id: 5, kind: 'order_created', topic: 'user:3', things: [13], params: { id: 13, count: 1 } },
      { id: 6, kind: 'task_review', ...alone },
      { id: 7, kind: 'task_review', topic: '/task/7', things: [] },
      { id: 8, kind: 'task_comment', ...alone },
    ])
  })
})
