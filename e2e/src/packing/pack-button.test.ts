import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, scannerReady } from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'

const { openPage } = useBrowser({ hasWorker: true })

test('a packer comes from home to packing in one touch, with or without a task', async () => {
  const product = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 2 })
  const someone = await takeOn('Упаковщица')
  const page = await openPage({ width: 360, isCut: true })
  await comeIn(page, someone)
  const scan = page.getByRole('button', { name: 'К упаковке' })
  const dialog = page.getByRole('dialog', { name: 'Какую поставку упаковывать?' })

  // Other supplies are being packed, too, so there is a choice.
  await makeSupply({ boxes: 1 })
  await scan.tap()
  await dialog.getByRole('button', { name: new RegExp(supply.number) }).waitFor()
  await expectAccessible(page)
  await expectWellLaid(page, 360)
  await dialog.getByRole('button', { name: new RegExp(supply.number) }).tap()
  await scannerReady(page)
  await page.getByRole('heading', { name: `Поставка № ${supply.number}` }).waitFor()
  expect(await dialog.count()).toBe(0)

  const client = await adminClient()
  const task = { product_id: product.id, supply_id: supply.id, user_id: someone.id, quantity: 10 }
  const { task: made } = await client.call<{ task: { id: number } }>('POST', '/tasks/create', task)
  await client.call('POST', `/tasks/${made.id}/start`)
  await page.goto('/tasks')
  await page.getByText(`Поставка ${supply.number}`).waitFor()
  await page.getByRole('button', { name: 'Упаковывать поставку' }).tap()
  await scannerReady(page)

  // The button opens the supply of the running task, with and without a connection.
  await page.goto('/tasks')
  await scan.tap()
  await scannerReady(page)
  await page.getByRole('link', { name: 'Назад к поставке' }).tap()
  await page.getByRole('link', { name: 'Задачи' }).tap()
  await page.getByText(`Поставка ${supply.number}`).waitFor()
  await page.context().setOffline(true)
  await scan.tap()
  await scannerReady(page)
  await page.context().setOffline(false)
})
