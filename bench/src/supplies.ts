import { randomUUID } from 'node:crypto'
import type { Column } from '../../server/src/spreadsheets/spreadsheets.ts'
import { compare, median, type Target } from './compare.ts'
import { drainOurs, drainWriter } from './export.ts'
import { hirePeople, openStage, type Stage } from './stage.ts'

const packers = 10
const products = 5
const boxCount = 10_000
const linesOfBox = 5
const rounds = 5

/**
 * Compares scans of ten packers in one supply with the bare transaction, and a packing list with the writer
 * alone.
 */
export async function supplies(): Promise<void> {
  const stage = await openStage()
  try {
    await insertProducts(stage)
    await compareScans(stage)
    await exportBoxes(stage)
  } finally {
    await stage.close()
  }
}

const barcodeOf = (product: number) => `B-${product}`

async function insertProducts(stage: Stage): Promise<void> {
  await stage.query(
    `insert into products (company_id, name, article, barcodes, created_at, updated_at)
     select $1, 'Набор «Уют» ' || n, 'UY-' || n, array['B-' || n], now(), now() from generate_series(1, $2::int) n`,
    [stage.companyId, products],
  )
  await stage.query(`insert into warehouses (company_id, name, created_at) values ($1, 'Подольск', now())`, [
    stage.companyId,
  ])
}

/** @returns the ids of a supply in packing and of its boxes */
async function insertSupply(stage: Stage, boxes: number): Promise<{ id: number; boxes: number[] }> {
  const made = await stage.query(
    `insert into supplies (company_id, number, status, warehouse_id, marketplace, status_at, created_at, updated_at)
     select $1, $2, 'packing', id, 'wildberries', now(), now(), now() from warehouses where company_id = $1
     returning id`,
    [stage.companyId, randomUUID()],
  )
  const id = Number(made.rows[0].id)
  const { rows } = await stage.query(
    `insert into supply_boxes (company_id, supply_id, number, created_at)
     select $1, $2, n, now() from generate_series(1, $3::int) n returning id`,
    [stage.companyId, id, boxes],
  )
  return { id, boxes: rows.map((row) => Number(row.id)) }
}

/** Each packer uses a separate box. The products are the same for all packers. */
async function compareScans(stage: Stage): Promise<void> {
  const people = await hirePeople(stage, packers)
  const { id, boxes } = await insertSupply(stage, packers)
  let turn = 0
  const scan = (make: (path: string, body: object) => Target) => () => {
    const packer = turn++ % packers
    const barcode = barcodeOf(1 + (turn % products))
    const target = make(`/supplies/${id}/box/${boxes[packer]}/scan`, { barcode, scan_id: randomUUID() })
    return { ...target, headers: { ...target.headers, ...people[packer] } }
  }
  const bare = (path: string, body: object): Target => ({
    ...stage.bare(path),
    method: 'POST',
    body: JSON.stringify(body),
  })
  await compare(
    `scans of ${packers} packers in one supply`,
    scan((path, body) => stage.ours('POST', path, body)),
    scan(bare),
    packers,
  )
}

type Line = { barcode: string; quantity: number; box: string }

const columns: Column<Line>[] = [
  { kind: 'text', title: { ru: 'Баркод товара', en: 'Barcode' }, read: ({ barcode }) => barcode },
  { kind: 'number', title: { ru: 'Кол-во товаров', en: 'Quantity' }, read: ({ quantity }) => quantity },
  { kind: 'text', title: { ru: 'ШК короба', en: 'Box barcode' }, read: ({ box }) => box },
  { kind: 'day', title: { ru: 'Срок годности', en: 'Expiry' }, read: () => null },
]

async function exportBoxes(stage: Stage): Promise<void> {
  const { id } = await insertSupply(stage, boxCount)
  await stage.query(
    `insert into supply_box_items (company_id, supply_id, box_id, product_id, quantity)
     select box.company_id, box.supply_id, box.id, products.id, 4 from supply_boxes box
     join products on products.company_id = box.company_id
     where box.company_id = $1 and box.supply_id = $2`,
    [stage.companyId, id],
  )
  await stage.query('vacuum analyze supply_box_items')
  await stage.query('vacuum analyze supply_boxes')
  const target = stage.ours('POST', '/supplies/export', { ids: [id], format: 'xlsx' })
  const rows = Array.from({ length: boxCount * linesOfBox }, (_, index) => ({
    barcode: barcodeOf(index % products),
    quantity: 4,
    box: `BX${String(index).padStart(10, '0')}`,
  }))
  const ratios = []
  await drainOurs(target)
  for (let round = 0; round < rounds; round++)
    ratios.push((await drainOurs(target)) / (await drainWriter('Упаковка', columns, rows)))
  console.log(
    `${boxCount} boxes, ${rows.length} lines as xlsx`.padEnd(44),
    `${median(ratios).toFixed(2)} × the writer alone`,
  )
}
