import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, readSupply } from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const boxPath = (supplyId: number, boxId: number) => `/supplies/${supplyId}/box/${boxId}`
type Line = { product_id: number; quantity: number; planned: number | null; expires_on: string | null }
const readLines = async (supplyId: number, boxId: number) => {
  const client = await adminClient()
  const { box } = await client.call<{ box: { items: Line[] } }>('GET', boxPath(supplyId, boxId))
  return box.items.map(({ product_id, quantity, planned, expires_on }) => [
    product_id,
    quantity,
    planned,
    expires_on,
  ])
}

test('an admin adds, changes and removes lines of a box, and sees a plan error at its line', async () => {
  const mug = await makePacked('Кружка')
  const candle = await makePacked('Свеча')
  const plan = [
    { product_id: mug.id, quantity: 5 },
    { product_id: candle.id, quantity: 9 },
  ]
  const supply = await makeSupply({ boxes: 2, plan })
  const [first, second] = supply.boxes
  const client = await adminClient()
  // The supply has two boxes.
  await client.call('PUT', boxPath(supply.id, second!.id), { items: [{ product_id: mug.id, quantity: 2 }] })
  const path = boxPath(supply.id, first!.id)
  const page = await openPage({ refusals: [`409 POST /api${path}`] })
  await signIn(page, 'admin', `/supply/${supply.id}?box=${first!.id}`)
  await page.getByRole('button', { name: 'Править содержимое' }).click()
  const dialog = page.getByRole('dialog')
  for (const { name } of [mug, candle]) {
    await dialog.getByRole('combobox', { name: 'Добавить набор' }).fill(name)
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('group', { name }).waitFor()
  }
  const mugs = dialog.getByRole('group', { name: mug.name })
  const candles = dialog.getByRole('group', { name: candle.name })
  await mugs.getByRole('textbox', { name: 'Штук' }).fill('4')
  await candles.getByRole('textbox', { name: 'Штук' }).fill('0')
  await candles.getByRole('textbox', { name: 'План', exact: true }).fill('6')
  await candles.getByRole('textbox', { name: 'Годен до' }).fill('31.05.2027')
  // Closes the calendar.
  await page.keyboard.press('Tab')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await mugs.getByText('В плане 5, а так станет больше').waitFor()
  await expectAccessible(page)
  await mugs.getByRole('textbox', { name: 'Штук' }).fill('3')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Короб 1 сохранён').waitFor()
  expect(await readLines(supply.id, first!.id)).toEqual([
    [mug.id, 3, null, null],
    [candle.id, 0, 6, '2027-05-31'],
  ])

  await page.getByRole('button', { name: 'Править содержимое' }).click()
  await mugs.getByRole('button', { name: `Убрать из короба: ${mug.name}` }).click()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await readLines(supply.id, first!.id)).toEqual([[candle.id, 0, 6, '2027-05-31']])
  expect((await readSupply(supply.id)).units_count).toBe(2)
})

test('asks about pieces packed meanwhile, and reports a box that was sealed meanwhile', async () => {
  const mug = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 1 })
  const box = supply.boxes[0]! // the supply has one box
  const path = boxPath(supply.id, box.id)
  const client = await adminClient()
  await client.call('PUT', path, { items: [{ product_id: mug.id, quantity: 2 }] })
  const page = await openPage({ refusals: [`409 POST /api${path}`, `409 POST /api${path}`] })
  await signIn(page, 'admin', `/supply/${supply.id}?box=${box.id}`)
  const dialog = page.getByRole('dialog', { name: 'Короб 1: содержимое' })
  const stale = page.getByRole('dialog', { name: /его изменили и другие/ })
  await page.getByRole('button', { name: 'Править содержимое' }).click()
  await dialog.getByRole('textbox', { name: 'Штук' }).fill('7')
  await client.call('POST', `${path}/scan`, { barcode: mug.barcode })
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await stale.getByText(`${mug.name} × 3`).waitFor()
  await expectAccessible(page)
  await stale.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Короб 1 сохранён').waitFor()
  expect(await readLines(supply.id, box.id)).toEqual([[mug.id, 7, null, null]])

  await page.getByRole('button', { name: 'Править содержимое' }).click()
  await dialog.getByRole('textbox', { name: 'Штук' }).fill('8')
  await client.call('PUT', `${path}/seal`)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.getByText('Короб закрыт. Сначала откройте его').waitFor()
  expect(await readLines(supply.id, box.id)).toEqual([[mug.id, 7, null, null]])
})

test('a packer corrects a wrong count on a phone and cannot change the plan of the box', async () => {
  const mug = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 1 })
  const box = supply.boxes[0]! // the supply has one box
  const client = await adminClient()
  const items = [{ product_id: mug.id, quantity: 1, planned: 4 }]
  await client.call('PUT', boxPath(supply.id, box.id), { items })
  const page = await openPage({ width: 360, theme: 'dark' })
  await signIn(page, 'staff', `/supply/${supply.id}?box=${box.id}`)
  await page.getByRole('button', { name: 'Править содержимое' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Короб 1: содержимое' })
  await dialog.getByRole('textbox', { name: 'Штук, по плану 4' }).fill('3')
  await dialog.getByLabel(/Годен до/).fill('2027-05-31')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await dialog.getByRole('textbox', { name: 'План', exact: true }).count()).toBe(0)
  expect(await dialog.getByRole('combobox', { name: 'Добавить набор' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Сохранить' }).tap()
  await page.getByText('Короб 1 сохранён').waitFor()
  expect(await readLines(supply.id, box.id)).toEqual([[mug.id, 3, 4, '2027-05-31']])
})
