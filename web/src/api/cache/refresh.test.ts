import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'
import { refreshAfter, refreshEntities } from './refresh.ts'

const names = ['orders.list', 'orders.get', 'coins.list', 'shop.list', 'tasks.list', 'text-places'] as const

const refreshed = () => names.filter((name) => queryClient.getQueryState([name, {}])?.isInvalidated)

function keepAnswers(): void {
  for (const name of names) queryClient.setQueryData([name, {}], {})
}

afterEach(() => queryClient.clear())

test('refreshes the answers of all calls that show an entity', async () => {
  keepAnswers()
  await refreshEntities('order')
  expect(refreshed()).toEqual(['orders.list', 'orders.get'])
})

test('refreshes all answers that a call changes', async () => {
  keepAnswers()
  await refreshAfter('orders.update')
  expect(refreshed()).toEqual(['orders.list', 'orders.get', 'coins.list', 'shop.list'])
})

test('refreshes nothing for a call that changes nothing', async () => {
  keepAnswers()
  await refreshAfter('devices.test')
  expect(refreshed()).toEqual([])
})

test('leaves out the page of a deleted item, and no other item', async () => {
  const keyOf = (id: number) => ['products.get', { params: { id } }] as const
  for (const id of [1, 2]) queryClient.setQueryData(keyOf(id), {})
  queryClient.setQueryData(['products.list', { query: { page: 1 } }], {})
  await refreshAfter('products.remove', keyOf(1))
  const isOld = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect([keyOf(1), keyOf(2), ['products.list', { query: { page: 1 } }]].map(isOld)).toEqual([
    false,
    true,
    true,
  ])
})
