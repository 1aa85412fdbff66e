import { expect, test } from 'vitest'
import { command, openOlder } from './testing.ts'

test('imports of an earlier version get the bytes of their stored rows', async () => {
  const { installation, client, update } = await openOlder('0062')
  await client.query(`
    insert into companies (id, name, timezone, created_at) overriding system value
      values (1, 'Старая', 3, '2026-01-01');
    insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
      values (1, 1, 'Дарья', 'Климова', 'admin', '2026-01-01');
    insert into imports (company_id, id, kind, is_dry, overwrites, state, file_name, created_by, created_at,
      total, created, updated, skipped, refused, rows_deleted_at) overriding system value
      select 1, id, 'products', false, false, 'done', 'a.csv', 1, '2026-11-01', 2, 0, 0, 2, 0,
        case when id = 3 then timestamptz '2026-11-02' end
      from generate_series(1, 3) as id;
    insert into import_rows (company_id, import_id, row, cells, action)
      select 1, 1, row, jsonb_build_array(repeat('x', 1000)), 'skip' from generate_series(2, 3) as row;
    insert into import_rows (company_id, import_id, row, cells, before, entity_id, version, action)
      values (1, 2, 2, '[]', jsonb_build_object('name', repeat('x', 500)), 1, 1, 'update')`)
  await update()
  const { rows } = await client.query<{ kept_bytes: string }>('select kept_bytes from imports order by id')
  const [long = 0, short = 0, deleted] = rows.map(({ kept_bytes }) => Number(kept_bytes))
  expect(Math.round(long / 100)).toBe(20)
  expect(Math.round(short / 100)).toBe(5)
  expect(deleted).toBe(0)
  expect((await command(installation.env, 'verify')).code).toBe(0)
})
