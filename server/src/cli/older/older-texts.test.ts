import { expect, test } from 'vitest'
import { openOlder } from '../testing.ts'

test('texts of work, refusals and terms that admins have changed last are reset', async () => {
  const { client, update } = await openOlder('0085')
  await client.query(`
    insert into companies (name, created_at) values ('Уют', now());
    insert into users (company_id, type, first_name, last_name, created_at)
      select id, type, 'Дарья', 'Климова', now() from companies, unnest(array['admin', 'owner']) as type;
    insert into localizations
        (company_id, key, is_custom, en, ru, published_en, published_ru, updated_at, updated_by)
      select company_id, key, true, null, 'Своё', null, case when is_published then 'Своё' end, now(), users.id
      from (values ('tasks.event_approve', 'admin', true), ('errors.locked', 'admin', false),
        ('public.termsCoinsText', 'admin', true), ('frame.rewards', 'owner', true), ('tasks.title', 'admin', true),
        ('fields.required', 'admin', false), ('shelf.title', 'admin', true)
      ) as said (key, type, is_published)
      join users on users.type = said.type;
    insert into localization_files (company_id, hash, body)
      select 1, repeat('1', 64), jsonb_object_agg(key, published_ru)::text from localizations where published_ru is not null;
    insert into localization_files (company_id, hash, body) values (1, repeat('e', 64), '{}');
    insert into localization_publications (company_id, number, en, ru, en_hash, ru_hash, changes, created_at, created_by)
      select 1, 1, '{}', jsonb_object_agg(key, published_ru), repeat('e', 64), repeat('1', 64), 1, now(), 1
      from localizations where published_ru is not null`)
  await update()
  const { rows: texts } = await client.query('select key, ru, published_ru from localizations order by key')
  const own = 'Своё'
  expect(texts).toEqual([
    { key: 'fields.required', ru: own, published_ru: null },
    { key: 'frame.rewards', ru: own, published_ru: own },
    { key: 'shelf.title', ru: own, published_ru: own },
    { key: 'tasks.title', ru: own, published_ru: own },
  ])
  const { rows } = await client.query(`
    select number, changes, body::jsonb as body from localization_publications as made
    join localization_files as file on file.hash = ru_hash order by number desc limit 1`)
  const left = { 'frame.rewards': own, 'shelf.title': own, 'tasks.title': own }
  expect(rows).toEqual([{ number: 2, changes: 2, body: left }])
})
