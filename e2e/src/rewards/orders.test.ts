import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { coinsOf, type MadeItem, makeBuyer, makeItem, makeOrder, readOrder } from '../made/made-shop.ts'
import { asAdmin, comeIn } from '../made/taken-on.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'
import { pixel } from '../pixel.ts'

const { openPage } = useBrowser()

const rowOf = (page: Page, { name }: MadeItem) => page.getByRole('row').filter({ hasText: name })
const cardOf = (page: Page, { name }: MadeItem) => page.getByRole('article').filter({ hasText: name })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Заказы по статусам' }).getByRole('button', { name })
const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const countNew = async () =>
  (await (await asAdmin()).call<{ waiting: number }>('GET', '/orders/waiting')).waiting
const queue = ({ name }: MadeItem) => `/orders?search=${encodeURIComponent(name)}`

test('an admin advances an order with one click and undoes the step; the buyer sees it live', async () => {
  const item = await makeItem('Термос', { stock: 5 })
  const buyer = await makeBuyer(100)
  const order = await makeOrder(buyer, item)
  const [desk, phone] = [await openPage(), await openPage({ width: 360 })]
  await comeIn(phone, buyer, '/orders')
  await cardOf(phone, item).getByText('Новый').waitFor()
  await signIn(desk, 'admin', queue(item))
  await tab(desk, /^Новый\s*1$/).waitFor()
  await expectAccessible(desk)
  await rowOf(desk, item)
    .getByRole('button', { name: /^Готовить/ })
    .click()
  await notice(desk, `${item.name} готовится`).waitFor()
  await cardOf(phone, item).getByText('Готовится').waitFor()
  await phone.getByRole('button', { name: /^Уведомления: \d+ непрочит/ }).waitFor()
  expect(
    await cardOf(phone, item)
      .getByRole('button', { name: /^Отменить/ })
      .count(),
  ).toBe(0)

  await tab(desk, /^Готовится\s*1$/).click()
  await rowOf(desk, item)
    .getByRole('button', { name: /^Выдать/ })
    .click()
  await notice(desk, 'выдан').getByRole('button', { name: 'Отменить действие' }).click()
  await notice(desk, 'действие отменено').waitFor()
  await cardOf(phone, item).getByText('Готовится').waitFor()
  await rowOf(desk, item)
    .getByRole('button', { name: /^Выдать/ })
    .click()
  await tab(desk, /^Выдан\s*1$/).click()
  await rowOf(desk, item)
    .getByRole('button', { name: /^Отменить действие/ })
    .waitFor()
  await expectAccessible(desk)
  expect((await readOrder(await asAdmin(), order.id)).status).toBe('delivered')
})

test('the menu counts new orders live, and the bell leads to the order', async () => {
  const item = await makeItem('Фонарь')
  const buyer = await makeBuyer(200)
  const page = await openPage({ refusals: ['404 GET /api/orders/999999999'] })
  await signIn(page, 'admin')
  const link = page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name: /^Заказы/ })
  const counted = async () => Number((await link.textContent())?.match(/новых: (\d+)/)?.[1] ?? 0)
  await makeOrder(buyer, item)
  const before = await countNew()
  await expect.poll(counted).toBe(before)
  const { id } = await makeOrder(buyer, item)
  await expect.poll(counted).toBe(before + 1)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Уведомления: \d+ непрочит/ }).click()
  await page
    .getByRole('dialog', { name: 'Уведомления' })
    .getByRole('link')
    .filter({ hasText: `Заказ № ${id}` })
    .click()
  const sheet = page.getByRole('dialog', { name: item.name })
  await sheet.getByRole('button', { name: /^Готовить/ }).click()
  await sheet.getByText('статус «готовится»').waitFor()
  await expect.poll(counted).toBe(before)
  expect(new URL(page.url()).search).toBe(`?order=${id}`)
  await page.reload()
  await sheet.getByText('статус «готовится»').waitFor()
  // Without events, because orders of other tests would make the page read the missing one again.
  await page.route('**/api/events*', (route) => route.abort('aborted'))
  await page.goto('/orders?order=999999999')
  await page.getByRole('dialog').getByText('Такого заказа нет').waitFor()
  await expectAccessible(page)
})

test('cancelling an order with a reason refunds the coins, and the cancellation can be undone', async () => {
  const item = await makeItem('Плед', { stock: 1 })
  const buyer = await makeBuyer(150)
  await makeOrder(buyer, item)
  const page = await openPage()
  await signIn(page, 'admin', queue(item))
  await rowOf(page, item)
    .getByRole('button', { name: /другие действия/ })
    .click()
  await page.getByRole('menuitem', { name: 'Отменить заказ' }).click()
  const form = page.getByRole('dialog', { name: /^Отменить заказ/ })
  await form.getByText(`${buyer.name}: вернём 100 монет`).waitFor()
  await form.getByRole('button', { name: 'Отменить заказ' }).click()
  await expect.poll(() => form.locator('[aria-invalid="true"]').count()).toBe(1)
  await form.getByLabel('Причина').fill('Поставщик подвёл')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Отменить заказ' }).click()
  await notice(page, 'монеты вернулись').waitFor()
  expect(await coinsOf(buyer)).toBe(150)
  await tab(page, /^Отменён\s*1$/).click()
  await rowOf(page, item).getByText('Поставщик подвёл').waitFor()
  await rowOf(page, item)
    .getByRole('button', { name: /^Отменить действие/ })
    .click()
  await notice(page, 'действие отменено').waitFor()
  await tab(page, /^Новый\s*1$/).waitFor()
  expect(await coinsOf(buyer)).toBe(50)
})

test('the panel of an order has its history, a photo of the handover, and messages', async () => {
  const item = await makeItem('Сертификат', { price: 40 })
  const buyer = await makeBuyer(100)
  const order = await makeOrder(buyer, item, 2)
  const [page, phone] = [await openPage(), await openPage({ width: 360, theme: 'dark' })]
  await signIn(page, 'admin', queue(item))
  await rowOf(page, item)
    .getByRole('button', { name: `${item.name}, 2 шт.`, exact: true })
    .click()
  const sheet = page.getByRole('dialog', { name: `${item.name}, 2 шт.` })
  await sheet.getByText('80 монет').waitFor()
  const choosing = page.waitForEvent('filechooser')
  await sheet.getByRole('button', { name: 'Добавить фото или видео' }).click()
  const photo = { name: 'Выдача.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await (await choosing).setFiles(photo)
  await sheet.getByRole('button', { name: /^Открыть фото/ }).waitFor()
  await sheet.getByLabel('Сообщение').fill('Можно забрать завтра')
  await sheet.getByRole('button', { name: 'Отправить' }).click()
  await sheet.getByRole('listitem').filter({ hasText: 'Можно забрать завтра' }).waitFor()
  await expectAccessible(page)
  expect(await sheet.getByRole('link', { name: '80 монет' }).getAttribute('href')).toBe(
    `/coins?source_type=order&source_id=${order.id}`,
  )
  await sheet.getByRole('button', { name: /^Готовить/ }).click()
  await sheet.getByText('статус «готовится»').waitFor()
  const { history } = await readOrder(await asAdmin(), order.id)
  expect(history.map(({ kind }) => kind)).toEqual(['step', 'comment', 'create'])

  await comeIn(phone, buyer, `/orders?order=${order.id}`)
  const own = phone.getByRole('dialog', { name: `${item.name}, 2 шт.` })
  await own.getByText('Можно забрать завтра').waitFor()
  await own.getByRole('button', { name: /^Открыть фото/ }).waitFor()
  expect(await own.getByRole('textbox').count()).toBe(0)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
})

test('orders are filtered by an item, found by name, and downloaded as a file', async () => {
  const item = await makeItem('Шоколад')
  const buyer = await makeBuyer(500)
  await makeOrder(buyer, item)
  await makeOrder(buyer, item)
  const page = await openPage()
  await signIn(page, 'admin', `/shop/item/${item.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Заказы', exact: true }).click()
  await expect.poll(() => rowOf(page, item).count()).toBe(2)
  await page.getByText('2 штуки').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать' }).click()
  await page.getByRole('menuitem', { name: 'Простая таблица, .csv' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await page.getByRole('button', { name: 'Поиск и команды' }).click()
  await page.getByRole('combobox', { name: 'Поиск и команды' }).fill(item.name)
  await page.getByRole('group', { name: 'Заказы' }).getByRole('option').first().click()
  await page.getByRole('dialog', { name: item.name }).waitFor()
})

test('the queue fits a phone, in English', async () => {
  const item = await makeItem('Headphones')
  await makeOrder(await makeBuyer(100), item)
  const page = await openPage({ width: 360, locale: 'en' })
  await signIn(page, 'admin', queue(item))
  await cardOf(page, item)
    .getByRole('button', { name: /^Prepare/ })
    .waitFor()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
  await cardOf(page, item)
    .getByRole('button', { name: /^Prepare/ })
    .tap()
  await notice(page, 'is in preparation').waitFor()
  await page.goto('/orders?search=nothing-like-this')
  await page.getByText('Nothing found').waitFor()
  await expectAccessibleInBothThemes(page)
})
