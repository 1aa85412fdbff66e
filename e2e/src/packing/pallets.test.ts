import type { Pallet } from '@artel/contract/supplies/supplies'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, scanKeys, scannerReady } from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser({ hasWorker: true })

/** A supply with closed boxes, the last of them open. */
async function makeLoaded(boxes: number) {
  const client = await adminClient()
  const product = await makePacked('Кружка')
  const supply = await makeSupply({ boxes, destination: 'Коледино' })
  for (const [index, { id }] of supply.boxes.entries()) {
    const items = [{ product_id: product.id, quantity: 2 }]
    await client.call('PUT', `/supplies/${supply.id}/box/${id}`, { items })
    if (index < boxes - 1) await client.call('PUT', `/supplies/${supply.id}/box/${id}/seal`)
  }
  const create = async () =>
    (await client.call<{ pallet: Pallet }>('POST', `/supplies/${supply.id}/pallet`)).pallet
  const read = async () =>
    await client.call<{ pallets: Pallet[]; loose_count: number }>('GET', `/supplies/${supply.id}/pallets`)
  return { client, supply, create, read, codes: supply.boxes.map(({ barcode }) => barcode) }
}

test('a packer scans boxes onto a pallet, is stopped at what does not belong there, and closes it', async () => {
  const { supply, create, read, codes } = await makeLoaded(4)
  const [first, second] = [await create(), await create()]
  const path = `/api/supplies/${supply.id}/pallet`
  const page = await openPage({
    refusals: [
      `409 POST ${path}/${first.id}/box`,
      `422 POST ${path}/${first.id}/box`,
      `409 POST ${path}/${second.id}/box`,
    ],
  })
  await signIn(page, 'staff')
  await page.goto(`/supply/${supply.id}?pallet=${first.id}`)
  await scannerReady(page)
  await page.getByRole('heading', { name: 'Отсканируйте первый короб' }).waitFor()
  await scanKeys(page, { codes: codes.slice(0, 2), paceMs: 50 })
  await page.getByText('Коробов на паллете 1: 2').waitFor({ state: 'attached' })
  await page.getByText('Стоит на паллете').waitFor()
  await expectAccessible(page)

  // The same box again is not counted.
  await scanKeys(page, { codes: codes.slice(1, 2), paceMs: 50 })
  await page.getByText('Уже стоит здесь').waitFor()
  expect((await read()).pallets[0]).toMatchObject({ boxes_count: 2, units_count: 4 })

  const stop = page.getByRole('alertdialog')
  const seen = async (title: string) => {
    await stop.getByRole('heading', { name: title }).waitFor()
    await page.keyboard.press('Enter')
    expect(await stop.count()).toBe(1)
    await page.keyboard.press('Escape')
    await stop.waitFor({ state: 'detached' })
  }
  await scanKeys(page, { codes: codes.slice(3), paceMs: 50 })
  await seen('Короб не закрыт')
  await scanKeys(page, { codes: ['NOSUCHBOX'], paceMs: 50 })
  await seen('Не из этой поставки')

  // The code of another pallet leads to it. A box of the first one is refused there, and may be moved.
  await scanKeys(page, { codes: [second.barcode], paceMs: 50 })
  await page.getByText('Коробов на паллете 2: 0').waitFor({ state: 'attached' })
  await scanKeys(page, { codes: codes.slice(0, 1), paceMs: 50 })
  await stop.getByRole('heading', { name: 'Короб на другой паллете' }).waitFor()
  await expectAccessible(page)
  await stop.getByRole('button', { name: 'Переставить сюда' }).click()
  await page.getByText('Коробов на паллете 2: 1').waitFor({ state: 'attached' })
  await expect.poll(async () => (await read()).pallets.map(({ boxes_count }) => boxes_count)).toEqual([1, 1])
  await page.getByRole('button', { name: 'Закрыть паллету' }).click()
  await page.getByRole('button', { name: 'Открыть снова' }).waitFor()
  await page.getByRole('button', { name: 'Новая паллета' }).waitFor()
  expect((await read()).pallets[1]?.closed_at).not.toBeNull()
})

test('boxes that are scanned in a dead spot stand on the pallet when the line is back', async () => {
  const { supply, create, read, codes } = await makeLoaded(4)
  const [first, second] = [await create(), await create()]
  const page = await openPage({ width: 390, isCut: true })
  await signIn(page, 'staff')
  await page.goto(`/supply/${supply.id}?pallet=${first.id}`)
  await scannerReady(page)
  await page.getByText('Без паллеты: 4').waitFor()
  await page.context().setOffline(true)
  await scanKeys(page, { codes: codes.slice(0, 2), paceMs: 50 })
  await page.getByText('Уйдёт, когда вернётся связь').waitFor()
  await page.getByText('Коробов на паллете 1: 2').waitFor({ state: 'attached' })
  // The device judges by what it knows.
  await scanKeys(page, { codes: codes.slice(3), paceMs: 50 })
  await page.getByRole('alertdialog').getByRole('heading', { name: 'Короб не закрыт' }).waitFor()
  await page.keyboard.press('Escape')
  await page.context().setOffline(false)
  await expect.poll(async () => (await read()).pallets[0]?.boxes_count, { timeout: 20_000 }).toBe(2)
  expect((await read()).pallets.find(({ id }) => id === second.id)?.boxes_count).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('an admin puts chosen boxes on a new pallet, and is told of the others before shipping', async () => {
  const { client, supply, create, read } = await makeLoaded(4)
  await create()
  const page = await openPage()
  await signIn(page, 'admin')
  await page.goto(`/supply/${supply.id}`)
  await page.getByRole('checkbox', { name: 'Выбрать короб 1' }).check()
  await page.getByRole('checkbox', { name: 'Выбрать короб 2' }).check()
  await page.getByRole('button', { name: 'На паллету…' }).click()
  await page.getByRole('button', { name: 'Поставить' }).click()
  await page.getByText('2 короба на паллете 1').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: /^Паллеты/ }).click()
  await page.getByText('2 короба, 4 шт.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Без паллеты: 2 короба' }).click()
  await page.getByRole('checkbox', { name: 'Выбрать короб 3' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Выбрать короб 1' }).count()).toBe(0)
  await client.call('PUT', `/supplies/${supply.id}/status`, { status: 'packed' })
  await page.getByRole('button', { name: 'Отгрузить' }).click()
  await page.getByText('Без паллеты осталось 2 короба.').waitFor()
  await page.getByRole('button', { name: 'Отгрузить' }).last().click()
  await expect.poll(async () => (await read()).pallets[0]?.closed_at ?? null).not.toBeNull()
})
