import type pg from 'pg'

/** The ids of things whose rows are the longest possible, or the most that one answer has. */
export type WorstRows = Record<
  'task' | 'supply' | 'manyBoxes' | 'box' | 'product' | 'instruction' | 'import' | 'manyErrors',
  number
>

const company = '(select min(id) from companies)'
const owner = "(select min(id) from users where type = 'owner')"

/** ICU messages that are slow to parse. */
export const slowText = '{a,plural,one{#}few{#}many{#}other{#}}'.repeat(52)

/** Fills the demo company up to the limits of the calls. */
export async function insertWorstRows(client: pg.Client): Promise<WorstRows> {
  const one = async (text: string, values: string[] = []): Promise<number> =>
    Number((await client.query<{ id: string }>(text, values)).rows[0]?.id)
  await client.query(`
    insert into products (company_id, name, article, description, barcodes, components, created_at, updated_at)
    select ${company}, rpad('Набор ' || n, 200, 'х'), rpad('W-' || n, 100, '-'), repeat('о', 5000),
      (select array_agg(rpad('W' || n || 'X' || m, 64, 'b')) from generate_series(1, 20) as m),
      (select jsonb_agg(jsonb_build_object('name', rpad('Деталь', 200, 'д'), 'article', 'A', 'quantity', 1))
        from generate_series(1, 100)),
      now(), now()
    from generate_series(1, 600) as n`)
  const product = await one('select max(id) as id from products')
  await client.query(`
    insert into audit (company_id, user_id, created_at, action, entity, entity_id, title, before, after)
    select ${company}, ${owner}, now(), 'update', 'product', ${product}, 'Набор',
      jsonb_build_object('description', repeat('о', 35000)), jsonb_build_object('description', repeat('а', 35000))
    from generate_series(1, 600)`)
  const supply = await insertSupply(client, 'WORST')
  await client.query(`
    insert into supply_boxes (company_id, supply_id, number, created_at)
    select ${company}, ${supply}, n, now() from generate_series(1, 500) as n`)
  await client.query(`
    insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
    select ${company}, ${supply}, box.id, picked.id, 1
    from supply_boxes as box, (select id from products order by id desc limit 200) as picked
    where box.supply_id = ${supply}`)
  const manyBoxes = await insertSupply(client, 'MANY')
  await client.query(`
    insert into supply_boxes (company_id, supply_id, number, created_at)
    select ${company}, ${manyBoxes}, n, now() from generate_series(1, 20000) as n`)
  const box = await one(`select min(id) as id from supply_boxes where supply_id = ${supply}`)
  await client.query(`
    insert into tasks (company_id, title, description, requires_review, created_by, priced_by, created_at, product_id)
    select ${company}, rpad('Задача ' || n, 200, 'х'), repeat('о', 5000), false, ${owner}, ${owner}, now(), ${product}
    from generate_series(1, 200) as n`)
  const task = await one('select max(id) as id from tasks')
  await client.query(`
    insert into task_comments (company_id, task_id, user_id, text, created_at)
    select ${company}, ${task}, ${owner}, repeat('о', 5000), now() from generate_series(1, 1000)`)
  const instruction = await one(`
    insert into instructions
      (company_id, title, body, words, is_published, published_at, position, created_at, updated_at, created_by, updated_by)
    select ${company}, 'Длинная', '<p>' || repeat('о', 199990) || '</p>', repeat('о', 199990), true, now(),
      (select max(position) + 1 from instructions), now(), now(), ${owner}, ${owner}
    returning id`)
  for (let revision = 2; revision <= 70; revision += 1)
    await client.query('update instructions set revision = $1 where id = $2', [revision, instruction])
  await client.query(
    `insert into localizations (company_id, key, is_custom, ru, en, published_ru, published_en, updated_at, updated_by)
    select ${company}, 'worst.t' || n, true, $1, $1, $1, $1, now(), ${owner} from generate_series(1, 900) as n`,
    [slowText],
  )
  const imported = await one(
    `
    insert into imports (company_id, kind, is_dry, overwrites, state, file_name, total, created, updated, skipped,
      refused, created_by, created_at, finished_at, layout)
    values (${company}, 'products', true, false, 'done', 'worst.csv', 200, 0, 0, 0, 200, ${owner}, now(), now(), $1)
    returning id`,
    [JSON.stringify({ sheet: 0, sheets: ['A'], columns: Array(20).fill({ title: 'Имя', field: 'name' }) })],
  )
  await client.query(`
    insert into import_rows (company_id, import_id, row, cells, action, faults)
    select ${company}, ${imported}, n,
      (select jsonb_agg(repeat('о', 3000)) from generate_series(1, 20)), 'refuse',
      (select jsonb_agg(jsonb_build_object('field', 'name', 'column', 0, 'value', '', 'key', 'required')) from generate_series(1, 20))
    from generate_series(2, 201) as n`)
  const manyErrors = await insertManyErrors(client)
  await client.query('analyze')
  return { task, supply, manyBoxes, box, product, instruction, import: imported, manyErrors }
}

/** An import with the maximum of errors in its report, and many more errors in its rows. */
async function insertManyErrors(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into imports (company_id, kind, is_dry, overwrites, state, file_name, total, created, updated, skipped,
      refused, created_by, created_at, finished_at, layout)
    values (${company}, 'products', true, false, 'done', 'errors.csv', 10000, 0, 0, 0, 10000, ${owner}, now(), now(), $1)
    returning id`,
    [JSON.stringify({ sheet: 0, sheets: ['A'], columns: [{ title: 'Имя', field: 'name' }] })],
  )
  await client.query(
    `insert into import_rows (company_id, import_id, row, cells, action, faults)
    select ${company}, $1, n, jsonb_build_array(repeat('о', 500)), 'refuse',
      (select jsonb_agg(jsonb_build_object('field', 'name', 'column', 0, 'value', 'о', 'key', 'too_long',
        'values', jsonb_build_object('maximum', 200))) from generate_series(1, 12))
    from generate_series(2, 10001) as n`,
    [rows[0]?.id],
  )
  return Number(rows[0]?.id)
}

async function insertSupply(client: pg.Client, number: string): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `insert into supplies (company_id, number, status, warehouse_id, marketplace, status_at, created_at, updated_at)
    select ${company}, $1, 'packing', (select min(id) from warehouses), 'wildberries', now(), now(), now()
    returning id`,
    [number],
  )
  return Number(rows[0]?.id)
}
