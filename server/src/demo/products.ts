import type { Components } from '@artel/contract/products/products'
import type { Db } from '../database/db.ts'
import { barcodeOf, type DemoProduct, demoProducts } from '../samples/product-list.ts'
import type { Random } from './random.ts'

/** Inserts the products, for load tests in `times` series. @returns the ids by name */
export async function insertProducts(
  db: Db,
  random: Random,
  created: { created_by: number; created_at: string },
  times: number,
): Promise<ReadonlyMap<string, number>> {
  const stores = await db.from('warehouses').select('id').orderBy('id').execute()
  const productOf = new Map<string, number>()
  for (let series = 1; series <= times; series += 1) {
    const rows = demoProducts.map((one, index) =>
      rowOf(series === 1 ? one : inSeries(one, series), series, index),
    )
    const stamps = { ...created, updated_by: created.created_by, updated_at: created.created_at }
    const inserted = await db
      .insert(
        'products',
        rows.map((row) => ({ ...row, ...stamps })),
      )
      .returning(['id', 'name'])
      .execute()
    for (const { id, name } of inserted) productOf.set(name, id)
    const stock = inserted.flatMap(({ id }) => stockOf(random, stores, id))
    await db.insert('product_stock', stock).execute()
  }
  return productOf
}

const inSeries = (one: DemoProduct, series: number): DemoProduct => ({
  ...one,
  name: `${one.name}, серия ${series}`,
  article: `${one.article}-S${series}`,
})

function rowOf(one: DemoProduct, series: number, index: number) {
  const { name, article, category, money, coins, seconds, weight, isOff = false } = one
  const components: Components = (one.components ?? []).map(([part, quantity, code]) => ({
    name: part,
    article: code ?? null,
    quantity,
  }))
  const number = series * 1000 + index
  return {
    name,
    article,
    category,
    money,
    coins,
    // A box of several pieces has its own barcode.
    barcodes: index % 6 === 0 ? [barcodeOf(number), barcodeOf(number + 500)] : [barcodeOf(number)],
    wildberries_id: index % 3 === 1 ? 170_000_000 + number * 37 : null,
    brand: one.brand ?? 'Северный дом',
    description: one.description ?? '',
    // The driver takes jsonb as a string. It would send a JavaScript array as a PostgreSQL array.
    components: JSON.stringify(components) as unknown as Components,
    norm_seconds: seconds,
    weight_g: weight,
    is_active: !isOff,
  }
}

function stockOf(random: Random, stores: readonly { id: number }[], product_id: number) {
  return stores.flatMap(({ id: warehouse_id }) =>
    random.isWithin(0.7) ? [{ product_id, warehouse_id, quantity: random.between(0, 480) }] : [],
  )
}
