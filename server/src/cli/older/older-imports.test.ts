import { expect, test } from 'vitest'
import { command, openOlder } from '../testing.ts'

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

test('imports of an earlier version get the number of the boxes that they have removed', async () => {
  const { installation, client, update } = await openOlder('0082')
  await client.query(`
    insert into companies (id, name, timezone, created_at) overriding system value
      values (1, 'Старая', 3, '2026-01-01');
    insert into users (company_id, id, first_name, last_name, type, created_at) overriding system value
      values (1, 1, 'Дарья', 'Климова', 'admin', '2026-01-01');
    insert into warehouses (company_id, id, name, created_at) overriding system value
      values (1, 1, 'Склад', '2026-01-01');
    insert into supplies (company_id, id, number, warehouse_id, marketplace, status_at, created_at, updated_at)
      overriding system value values (1, 1, 'WB-7', 1, 'wildberries', '2026-11-01', '2026-11-01', '2026-11-01');
    insert into supply_boxes (company_id, id, supply_id, number, created_at) overriding system value
      select 1, id, 1, id, '2026-11-01' from generate_series(1, 3) as id;
    insert into imports (company_id, id, kind, supply_id, is_dry, overwrites, state, file_name, created_by, created_at,
      total, created, updated, skipped, refused, kept_bytes, rows_deleted_at) overriding system value
      select 1, id, 'supplies', 1, false, true, 'done', 'a.csv', 1, '2026-11-01', 1, 0, 0, 1, 0,
        case when id = 3 then 0 else 10 end, case when id = 3 then timestamptz '2026-11-02' end
      from generate_series(1, 3) as id;
    insert into import_removals (company_id, import_id, box_id, is_box, items)
      select 1, import_id, box_id, box_id < 3, jsonb_build_array(jsonb_build_object('text', repeat('x', 500)), '{}'::jsonb)
      from unnest(array[1, 3]) as import_id, generate_series(1, 3) as box_id`)
  await update()
  const { rows } = await client.query('select removed, removed_lines, kept_bytes from imports order by id')
  const [overwriting, ...others] = rows.map((row) => Object.values(row).map(Number))
  expect(overwriting?.slice(0, 2)).toEqual([2, 2])
  expect(Math.round((overwriting?.[2] ?? 0) / 100)).toBe(16)
  expect(others).toEqual([
    [0, 0, 10],
    [0, 0, 0],
  ])
  const left = await client.query('select distinct import_id::integer from import_removals')
  expect(left.rows).toEqual([{ import_id: 1 }])
  expect((await command(installation.env, 'verify')).code).toBe(0)
})
