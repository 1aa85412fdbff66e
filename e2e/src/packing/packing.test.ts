import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeInstruction } from '../made/made-instructions.ts'
import {
  makePacked,
  makeSupply,
  openPacking,
  pressKeys,
  readSupply,
  scanKeys,
  scannerReady,
} from '../made/made-supplies.ts'
import { adminClient } from '../made/made-tasks.ts'
import { comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const stop = (page: Page) => page.getByRole('alertdialog')
test('a refused scan blocks packing until it is acknowledged, which Enter does not do', async () => {
  const product = await makePacked('Свеча')
  const supply = await makeSupply({ boxes: 1, plan: [{ product_id: product.id, quantity: 2 }] })
  const box = supply.boxes[0]! // the supply has one box
  const path = `/api/supplies/${supply.id}/box/${box.id}/scan`
  const page = await openPage({ refusals: [`409 POST ${path}`, `422 POST ${path}`] })
  await signIn(page, 'staff')
  await openPacking(page, supply.id, box.id)
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByText('Засчитано, ещё 1 штука').waitFor()
  await expectAccessible(page)
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByText('Засчитано, это все').waitFor()
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await stop(page).getByRole('heading', { name: 'Лишняя штука' }).waitFor()
  await stop(page).getByText(product.name).waitFor()
  await expectAccessible(page)

  // The refusal also stays if a key has moved the focus to its button.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await scanKeys(page, { codes: [product.barcode, product.barcode], paceMs: 50 })
  await page.waitForTimeout(300)
  expect(await stop(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await stop(page).waitFor({ state: 'detached' })
  await page.getByText('2 из 2 в коробе 1', { exact: true }).waitFor()
  expect((await readSupply(supply.id)).units_count).toBe(2)

  // A product of the company that is not in the plan is named in the refusal.
  const stranger = await makePacked('Чайник')
  await scanKeys(page, { codes: [stranger.barcode], paceMs: 50 })
  await stop(page).getByRole('heading', { name: 'Этого нет в поставке' }).waitFor()
  await stop(page).getByText(stranger.name).waitFor()
  await page.keyboard.press('Escape')
  await stop(page).waitFor({ state: 'detached' })

  await scanKeys(page, { codes: ['NOSUCHCODE99'], paceMs: 50 })
  await stop(page).getByRole('heading', { name: 'Незнакомый штрихкод' }).waitFor()
  await stop(page)
    .getByRole('button', { name: /Понятно/ })
    .click()
  await stop(page).waitFor({ state: 'detached' })
})

test('an admin raises the plan on the refusal screen, and the next scan is counted', async () => {
  const [mug, candle] = [await makePacked('Кружка'), await makePacked('Свеча')]
  const supply = await makeSupply({ boxes: 1, plan: [{ product_id: mug.id, quantity: 1 }] })
  const box = supply.boxes[0]! // the supply has one box
  const page = await openPage({ refusals: [`409 POST /api/supplies/${supply.id}/box/${box.id}/scan`] })
  await signIn(page, 'admin')
  await openPacking(page, supply.id, box.id)
  await scanKeys(page, { codes: [mug.barcode], paceMs: 50 })
  await page.getByText('Засчитано, это все').waitFor()
  await scanKeys(page, { codes: [mug.barcode], paceMs: 50 })
  await stop(page).getByRole('heading', { name: 'Лишняя штука' }).waitFor()
  const change = stop(page).getByRole('button', { name: 'Изменить план' })
  await change.click()
  const dialog = page.getByRole('dialog', { name: 'Сколько должно быть в плане?' })
  const field = dialog.getByRole('textbox', { name: 'План поставки' })
  await field.waitFor()
  expect(await field.inputValue()).toBe('2')
  await expectAccessible(page)
  // A scan while the dialog is open is not counted and not typed into the field, and its Enter sends nothing.
  await pressKeys(page, mug.barcode)
  await page.getByText('Не засчитано: закройте окно').waitFor()
  expect(await field.inputValue()).toBe('2')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await stop(page).count()).toBe(1)

  await change.click()
  await field.fill('1')
  await dialog.getByRole('button', { name: 'Изменить план' }).click()
  await dialog.getByText('Не меньше 2').waitFor()
  await field.fill('4')
  await dialog.getByRole('button', { name: 'Изменить план' }).click()
  await stop(page).waitFor({ state: 'detached' })
  await scanKeys(page, { codes: [mug.barcode], paceMs: 50 })
  await page.getByText('Засчитано, ещё 2 штуки').waitFor()

  // A product that is not in the plan is added to it.
  await scanKeys(page, { codes: [candle.barcode], paceMs: 50 })
  await change.click()
  await dialog.getByText(candle.name).waitFor()
  await dialog.getByRole('button', { name: 'Изменить план' }).click()
  await stop(page).waitFor({ state: 'detached' })
  await scanKeys(page, { codes: [candle.barcode], paceMs: 50 })
  await page.getByText('Засчитано, это все').waitFor()
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(3)
})

test('a packer asks for room in the plan, and an admin gives it from the bell', async () => {
  const [mug, candle] = [await makePacked('Кружка'), await makePacked('Свеча')]
  const supply = await makeSupply({ boxes: 1, plan: [{ product_id: mug.id, quantity: 1 }] })
  const box = supply.boxes[0]! // the supply has one box
  const path = `/api/supplies/${supply.id}/box/${box.id}/scan`
  const [packer, admin] = [
    await openPage({ width: 360, refusals: [`409 POST ${path}`] }),
    await openPage({ width: 1440 }),
  ]
  await signIn(packer, 'staff')
  await signIn(admin, 'admin')
  await openPacking(packer, supply.id, box.id)
  await scanKeys(packer, { codes: [candle.barcode], paceMs: 50 })
  await stop(packer).getByRole('heading', { name: 'Этого нет в поставке' }).waitFor()
  await stop(packer).getByRole('button', { name: 'Сказать администратору' }).tap()
  await stop(packer).getByText('Администратору сказано').waitFor()
  await expectAccessible(packer)
  await expectWellLaid(packer, 360)

  await admin.getByRole('button', { name: /Уведомления/ }).click()
  await admin.getByRole('link', { name: new RegExp(candle.name) }).click()
  const dialog = admin.getByRole('dialog', { name: 'Сколько должно быть в плане?' })
  await dialog.getByText(candle.name).waitFor()
  await dialog.getByRole('button', { name: 'Изменить план' }).click()
  await admin.getByText('Упаковщик может сканировать дальше').waitFor()
  await dialog.waitFor({ state: 'detached' })
  // The form does not open again with the page.
  await admin.reload()
  await admin.getByRole('heading', { name: `Поставка № ${supply.number}` }).waitFor()
  expect(await dialog.count()).toBe(0)

  await stop(packer)
    .getByRole('button', { name: /Понятно/ })
    .tap()
  await scanKeys(packer, { codes: [candle.barcode], paceMs: 50 })
  await packer.getByText('Засчитано, это все').waitFor()
})

test('a packer with a task in progress sees what it has earned today', async () => {
  const [product, other] = [await makePacked('Шоппер'), await makePacked('Плед')]
  const supply = await makeSupply({ boxes: 1 })
  const someone = await takeOn('Упаковщица')
  const client = await adminClient()
  const task = { product_id: product.id, supply_id: supply.id, user_id: someone.id, quantity: 10 }
  const { task: made } = await client.call<{ task: { id: number } }>('POST', '/tasks/create', {
    ...task,
    money: 15_000,
    coins: 20,
  })
  await client.call('POST', `/tasks/${made.id}/start`)
  const page = await openPage({ width: 360 })
  await comeIn(page, someone)
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await scanKeys(page, { codes: [product.barcode, product.barcode], paceMs: 100 })
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(2)
  await page.reload()
  await scannerReady(page)
  // No task counts this scan.
  await scanKeys(page, { codes: [other.barcode], paceMs: 100 })
  await page.getByText('30 ₽').waitFor()
  await page.getByText('4 монеты').waitFor()
  await expectAccessible(page)
})

test('a phone shows the count with the product in hand, and its instruction below', async () => {
  const product = await makePacked('Кружка')
  const instruction = await makeInstruction('Как завернуть хрупкое', { product_ids: [product.id] })
  const supply = await makeSupply({ boxes: 1, plan: [{ product_id: product.id, quantity: 12 }] })
  const page = await openPage({ width: 360 })
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await scanKeys(page, { codes: [product.barcode], paceMs: 100 })
  await page.getByRole('button', { name: instruction.title }).waitFor()
  const count = await page.getByText('В коробе 1', { exact: true }).boundingBox()
  const left = await page.getByText('Засчитано', { exact: false }).boundingBox()
  expect(count?.y).toBeLessThan(300)
  expect(left?.y).toBeLessThan(560)
  await expectWellLaid(page, 360)
})

test('a scanner works with a Russian layout and does not press the focused button', async () => {
  const product = await makePacked('Полотенце')
  const supply = await makeSupply({ boxes: 2 })
  const page = await openPage()
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has two boxes
  await scanKeys(page, { codes: [product.barcode], paceMs: 50, layout: 'russian' })
  await page.getByText('1 в коробе 1', { exact: true }).waitFor()
  await page.getByRole('heading', { name: product.name }).waitFor()
  await page.getByText(/^Последний скан \d+\sс назад$/).waitFor()

  await page.getByRole('button', { name: 'Закрыть короб и взять следующий' }).focus()
  await pressKeys(page, product.barcode)
  await page.getByText('2 в коробе 1', { exact: true }).waitFor()
  await page.getByText('Засчитано', { exact: true }).waitFor()
  expect((await readSupply(supply.id)).units_count).toBe(2)

  // A manual Enter seals the box, and the next box opens. Right after a code it would be the second key of its end.
  await page.waitForTimeout(300)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Короб 2' }).waitFor()
})

test('two packers see the counts of each other live, and one undoes a scan', async () => {
  const product = await makePacked('Шоппер')
  const supply = await makeSupply({ boxes: 2, plan: [{ product_id: product.id, quantity: 10 }] })
  const [first, second] = supply.boxes
  const someone = await takeOn('Упаковщица')
  const [mine, theirs] = [await openPage(), await openPage({ width: 360, theme: 'dark' })]
  await signIn(mine, 'staff')
  await comeIn(theirs, someone)
  await openPacking(mine, supply.id, first!.id) // the supply has two boxes
  await openPacking(theirs, supply.id, second!.id)
  await scanKeys(mine, { codes: [product.barcode, product.barcode, product.barcode], paceMs: 100 })
  await theirs.getByText('3 из 10').waitFor()
  await theirs.getByText('Короб 1 · 3 штуки').waitFor()
  await scanKeys(theirs, { codes: [product.barcode], paceMs: 100 })
  await mine.getByText('4 из 10').waitFor()
  await mine.getByText('Короб 2 · 1 штука').waitFor()
  await expectAccessible(theirs)
  await expectNoSidewaysScroll(theirs)

  await mine.getByRole('button', { name: 'Отменить скан' }).click()
  await theirs.getByText('3 из 10').waitFor()
  expect((await readSupply(supply.id)).units_count).toBe(3)
})

test('a code can be typed in without a scanner', async () => {
  const product = await makePacked('Гирлянда')
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage({ width: 360 })
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await page.getByRole('button', { name: 'Ввести код' }).tap()
  await page.getByRole('textbox', { name: 'Штрихкод' }).fill(product.barcode)
  await page.getByRole('textbox', { name: 'Штук' }).fill('12')
  await page.keyboard.press('Enter')
  await page.getByText('12 в коробе 1', { exact: true }).waitFor()
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(12)
  await expectNoSidewaysScroll(page)
})
