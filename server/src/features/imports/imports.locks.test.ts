import { expect, test } from 'vitest'
import type { Root } from '../../database/connection/open.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildProduct, buildWarehouse } from '../../testing/rows/build.ts'
import { buildBox, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam } from '../../testing/rows/team.ts'

const test_ = useTestApp()

/** Takes the lock of a foreign key on the referenced row. An import keeps such locks until its end. */
async function referTo(
  connection: Root,
  table: 'users' | 'products' | 'warehouses',
  id: number,
): Promise<void> {
  await connection.selectFrom(table).select('id').where('id', '=', id).forKeyShare().execute()
}

test('an import does not block changes of rows that its rows refer to', async () => {
  const { db, as, people } = await buildTeam(test_)
  const [product, warehouse] = [await buildProduct(db), await buildWarehouse(db)]
  const supply = await buildSupply(db, { warehouse_id: warehouse })
  const box = await buildBox(db, supply)
  const importing = await test_.root.startTransaction().execute()
  await referTo(importing, 'users', people.admin.id)
  await referTo(importing, 'products', product)
  await referTo(importing, 'warehouses', warehouse)
  for (const table of ['supplies', 'supply_boxes'] as const)
    await importing
      .selectFrom(table)
      .select('id')
      .where('id', '=', table === 'supplies' ? supply : box)
      .forKeyShare()
      .execute()
  const began = await Promise.all([
    as.admin.send('PUT', '/settings', { parent: 'user', settings: { theme: 'dark' } }),
    as.owner.send('PUT', `/users/${people.admin.id}`, { position: 'Старшая' }),
    as.owner.send('PUT', `/products/${product}`, { name: 'Другое' }),
    as.owner.send('PUT', `/warehouses/${warehouse}`, { name: 'Другой' }),
    as.owner.send('PUT', `/supplies/${supply}/box/${box}`, { items: [{ product_id: product, quantity: 1 }] }),
  ])
  expect(began.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  await importing.rollback().execute()
})
