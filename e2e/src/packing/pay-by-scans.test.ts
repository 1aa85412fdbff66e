import type { Task } from '@artel/contract/tasks/tasks'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, openPacking, scanKeys } from '../made/made-supplies.ts'
import { asAdmin, asSomeone, comeIn, type Someone, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'
import { pixel } from '../pixel.ts'

const { openPage } = useBrowser({ hasWorker: true })

const readTask = async (id: number): Promise<Task> =>
  (await (await asAdmin()).call<{ task: Task }>('GET', `/tasks/${id}`)).task
const card = (page: Page, title: string) => page.getByRole('region', { name: `Идёт задача: ${title}` })

/** A supply with one box, and a packer whose task is to put pieces of a product into it. */
async function makeWork(last: string, fields?: { quantity: number }) {
  const [packer, product] = [await takeOn(last), await makePacked('Плед')]
  const supply = await makeSupply({ boxes: 1 })
  const box = supply.boxes[0]! // the supply has one box
  const draft = { product_id: product.id, supply_id: supply.id, user_id: packer.id, money: 5000, ...fields }
  const made = fields
    ? await (await asAdmin()).call<{ task: Task }>('POST', '/tasks/create', draft)
    : undefined
  return { packer, product, supply, box, task: made?.task.id ?? 0 }
}

type Work = Awaited<ReturnType<typeof makeWork>>
const scanAs = async (packer: Someone, { supply, box, product }: Work, quantity: number) =>
  (await asSomeone(packer)).call('POST', `/supplies/${supply.id}/box/${box.id}/scan`, {
    barcode: product.barcode,
    quantity,
  })

test('a packer without a connection finishes with more than was scanned, and says why', async () => {
  const work = await makeWork('Сканова', { quantity: 5 })
  const { packer, product, supply, box, task } = work
  const phone = await openPage({ width: 360, isCut: true })
  await comeIn(phone, packer)
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phone.getByRole('button', { name: `Начать: ${product.name}` }).click()
  await card(phone, product.name).waitFor()
  await openPacking(phone, supply.id, box.id)
  await scanKeys(phone, { codes: [product.barcode], paceMs: 50 })
  await expect.poll(async () => (await readTask(task)).scanned).toBe(1)
  await phone.goto('/tasks')
  await card(phone, product.name).waitFor()
  // A page that was seen is kept some seconds later.
  await phone.waitForTimeout(5000)
  await phone.goBack()
  await phone.getByText('Сканер готов').waitFor()
  await phone.waitForTimeout(5000)
  await phone.context().setOffline(true)
  await scanKeys(phone, { codes: [product.barcode], paceMs: 50 })
  await phone.goto('/tasks')
  // The scan that waits on the phone counts, too.
  await expect
    .poll(() => card(phone, product.name).getByRole('textbox').inputValue(), { timeout: 15_000 })
    .toBe('2')
  await card(phone, product.name).getByRole('button', { name: 'Готово', exact: true }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Сделаны все 5' }).click()
  await dialog.getByText('Отсканировано 2 штуки. Напишите, откуда ещё 3: задачу проверят').waitFor()
  await expectAccessible(phone)
  await expectWellLaid(phone, 360)
  const reason = dialog.getByRole('textbox', { name: 'Почему не отсканировано' })
  await dialog.getByRole('button', { name: 'Отправить на проверку' }).click()
  await dialog.getByText('Напишите причину').waitFor()
  await reason.fill('Сканер сел')
  // What was typed stays, if the packer goes back to the count.
  await dialog.getByRole('button', { name: 'Назад' }).click()
  await dialog.getByRole('button', { name: 'Сделаны все 5' }).click()
  await reason.fill('Сканер сел')
  await dialog.getByRole('button', { name: 'Отправить на проверку' }).click()
  await phone.getByText(/Задача № ?\d+ на проверке|Задача \d+ на проверке/).waitFor()
  await phone.context().setOffline(false)
  await expect
    .poll(async () => readTask(task), { timeout: 30_000 })
    .toMatchObject({ status: 'review', quantity_done: 5, scanned: 2, unscanned_reason: 'Сканер сел' })

  const desk = await openPage()
  await signIn(desk, 'admin', `/task/${task}`)
  await desk.getByText('Отсканировано 2 из 5. Причина: Сканер сел').waitFor()
  await desk.getByRole('button', { name: 'Принять' }).click()
  await desk
    .getByText(/принята/)
    .first()
    .waitFor()
})

test('an admin counts scans without a task into a new one, and its pay opens its scans', async () => {
  const work = await makeWork('Ничья')
  const { packer, product, supply } = work
  await (await asAdmin()).call('PUT', `/products/${product.id}`, { money: 1000 })
  await scanAs(packer, work, 3)
  const desk = await openPage({ width: 1440 })
  await signIn(desk, 'owner', `/supply/${supply.id}?tab=scans`)
  const panel = desk.getByRole('region', { name: 'Без задачи отсканировано 3 штуки' })
  await panel.getByText(packer.name).waitFor()
  await expectAccessible(desk)
  await panel.getByRole('button', { name: 'Создать задачу' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Создать задачу на 3 штуки?' })
  await dialog.getByRole('button', { name: 'Создать задачу' }).click()
  const notice = desk.getByRole('alert').filter({ hasText: '3 штуки засчитаны в задачу' })
  await panel.waitFor({ state: 'detached' })
  await notice.getByRole('button', { name: 'Открыть' }).click()
  await desk.getByRole('heading', { name: product.name }).first().waitFor()
  await desk.getByRole('link', { name: '3 из 3 сканами' }).waitFor()
  await desk.getByRole('button', { name: 'Готово', exact: true }).click()
  await desk.getByText('Готова', { exact: true }).first().waitFor()

  await desk.goto(`/user/${packer.id}/money`)
  await desk.getByRole('cell', { name: 'сегодня' }).click()
  const scans = desk.getByRole('link', { name: `3 штуки, поставка № ${supply.number}` })
  await scans.click()
  await desk.getByText('+3', { exact: true }).waitFor()
})

test('an admin counts a box again, and a missing piece takes its pay along', async () => {
  const work = await makeWork('Пересчётова', { quantity: 4 })
  const { packer, product, supply, box, task } = work
  const own = await asSomeone(packer)
  await own.call('POST', `/tasks/${task}/start`, {})
  await scanAs(packer, work, 4)
  await own.call('POST', `/tasks/${task}/finish`, {})
  const desk = await openPage({
    width: 1440,
    refusals: [`422 POST /api/supplies/${supply.id}/box/${box.id}/inspect`],
  })
  await signIn(desk, 'admin', `/supply/${supply.id}?box=${box.id}`)
  const head = desk.getByRole('heading', { name: 'Короб 1' }).locator('..')
  await head.getByRole('button', { name: 'Другие действия' }).click()
  await desk.getByRole('menuitem', { name: 'Пересчитать' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Пересчитать короб 1' })
  const found = dialog.getByRole('group', { name: product.name }).getByRole('textbox', { name: 'Нашлось' })
  await found.fill('3')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Записать' }).click()
  await dialog.getByText('Штук не хватает: приложите фото короба').waitFor()
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await dialog.locator('img').first().waitFor()
  await dialog.getByRole('button', { name: 'Записать' }).click()
  await desk.getByText('В коробе 1 не хватает 1 штуки. Оплата за них снята').waitFor()
  await desk.getByRole('heading', { name: 'Пересчёты' }).waitFor()
  await desk.getByText('3 из 4').waitFor()
  await expectAccessible(desk)
  expect(await readTask(task)).toMatchObject({ status: 'done', quantity_done: 3, scanned: 3 })
  const { money } = await own.call<{ money: { amount: number }[] }>('POST', '/listing/money', {})
  expect(money.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-5000, 3750, 5000])
})
