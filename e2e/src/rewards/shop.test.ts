import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { changeItem, coinsOf, type MadeItem, makeBuyer, makeItem, makeOrder } from '../made/made-shop.ts'
import { unique } from '../made/made-tasks.ts'
import { comeIn } from '../made/taken-on.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const cardOf = (page: Page, { name }: MadeItem) => page.getByRole('article').filter({ hasText: name })
const rowOf = (page: Page, { name }: MadeItem) => page.getByRole('row').filter({ hasText: name })
const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const buying = (page: Page, { name }: MadeItem) => page.getByRole('dialog', { name: `Купить: ${name}` })
const shelf = (search: string) => `/shop?search=${encodeURIComponent(search)}`

/** Opens the dialog for buying an item, and waits until it has the current state. */
async function openBuying(page: Page, item: MadeItem): Promise<void> {
  const read = page.waitForResponse(
    (response) => new URL(response.url()).pathname === `/api/shop-items/${item.id}`,
  )
  await cardOf(page, item)
    .getByRole('button', { name: `Купить: ${item.name}` })
    .click()
  await read
}

describe('a buyer', () => {
  test('sees the cost and what is left, and cancels an order that is still new', async () => {
    const item = await makeItem('Термос', { price: 120, stock: 5, limit_per_user: 2 })
    const buyer = await makeBuyer(300)
    const phone = await openPage({ width: 360 })
    await comeIn(phone, buyer, shelf(item.name))
    await cardOf(phone, item).getByText('Осталось 5 · 2 в месяц').waitFor()
    await phone.getByLabel('Мой баланс').getByText('300 монет').waitFor()
    await cardOf(phone, item)
      .getByRole('button', { name: `Купить: ${item.name}` })
      .tap()
    const dialog = buying(phone, item)
    await dialog.getByText('Спишем 120 монет, останется 180 монет').waitFor()
    await dialog.getByRole('button', { name: 'На одну больше' }).tap()
    await dialog.getByText('Спишем 240 монет, останется 60 монет').waitFor()
    expect(await dialog.getByRole('button', { name: 'На одну больше' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Пожелание').fill('Зелёный')
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    await dialog.getByRole('button', { name: 'Купить за 240 монет' }).tap()
    await notice(phone, 'заказ принят').waitFor()
    await cardOf(phone, item).getByText('На этот месяц всё').waitFor()
    await phone.getByLabel('Мой баланс').getByText('60 монет').waitFor()

    await phone.getByRole('link', { name: /^Мои заказы/ }).tap()
    await cardOf(phone, item).getByText('Зелёный').waitFor()
    await expectAccessible(phone)
    await expectNoSidewaysScroll(phone)
    await cardOf(phone, item)
      .getByRole('button', { name: /^Отменить заказ/ })
      .tap()
    const question = phone.getByRole('dialog', { name: /^Отменить заказ/ })
    await question.getByText('Вернём 240 монет').waitFor()
    await question.getByRole('button', { name: 'Отменить заказ' }).tap()
    await cardOf(phone, item).getByText('Отменён').waitFor()
    expect(
      await cardOf(phone, item)
        .getByRole('button', { name: /^Отменить/ })
        .count(),
    ).toBe(0)
    expect(await coinsOf(buyer)).toBe(300)
  })

  test('is told in the dialog that another person has bought the last one meanwhile', async () => {
    const item = await makeItem('Плед', { stock: 1 })
    const [buyer, faster] = [await makeBuyer(200), await makeBuyer(200)]
    const page = await openPage({ refusals: ['409 POST /api/orders/create'] })
    // This page gets no live events.
    await page.route('**/api/events*', (route) => route.abort('aborted'))
    await comeIn(page, buyer, shelf(item.name))
    await cardOf(page, item).getByText('Последняя штука').waitFor()
    await openBuying(page, item)
    await makeOrder(faster, item)
    await buying(page, item).getByRole('button', { name: 'Купить за 100 монет' }).click()
    await buying(page, item).getByText('Столько уже не осталось').waitFor()
    await expectAccessible(page)
    expect(await coinsOf(buyer)).toBe(200)
    await buying(page, item).getByRole('button', { name: 'Отмена' }).click()
    await cardOf(page, item)
      .getByRole('button', { name: /^Сообщить/ })
      .waitFor()
  })

  test('is asked again if the price has changed meanwhile', async () => {
    const item = await makeItem('Кружка', { price: 50 })
    const buyer = await makeBuyer(100)
    const page = await openPage({ refusals: ['422 POST /api/orders/create'] })
    await page.route('**/api/events*', (route) => route.abort('aborted'))
    await comeIn(page, buyer, shelf(item.name))
    await openBuying(page, item)
    await buying(page, item).getByRole('button', { name: 'Купить за 50 монет' }).waitFor()
    await changeItem(item, { price: 60 })
    await buying(page, item).getByRole('button', { name: 'Купить за 50 монет' }).click()
    await buying(page, item).getByText('Теперь он стоит 60 монет').waitFor()
    await buying(page, item).getByLabel('Сколько').fill('2')
    await buying(page, item).getByRole('button', { name: 'Купить за 120 монет' }).click()
    await buying(page, item).getByText('Не хватает 20 монет', { exact: true }).waitFor()
    await expectAccessible(page)
    await buying(page, item).getByLabel('Сколько').fill('1')
    await buying(page, item).getByRole('button', { name: 'Купить за 60 монет' }).click()
    await notice(page, 'заказ принят').waitFor()
    expect(await coinsOf(buyer)).toBe(40)
  })

  test('wishes for a sold-out, too expensive item, and is notified when it is in stock again', async () => {
    const item = await makeItem('Рюкзак', { price: 900, stock: 0 })
    const page = await openPage()
    await comeIn(page, await makeBuyer(400), shelf(item.name))
    const tell = cardOf(page, item).getByRole('button', { name: /^Сообщить/ })
    await tell.click()
    await expect.poll(() => tell.getAttribute('aria-pressed')).toBe('true')
    await page.getByText('Желания', { exact: true }).click()
    await cardOf(page, item).waitFor()
    await expectAccessible(page)
    await changeItem(item, { stock: 3 })
    await cardOf(page, item).getByText('не хватает 500').waitFor()
    await page.getByRole('button', { name: /^Уведомления: \d+ непрочит/ }).click()
    const bell = page.getByRole('dialog', { name: 'Уведомления' })
    await bell.getByRole('link').filter({ hasText: item.name }).click()
    await page.getByRole('heading', { level: 1, name: item.name }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Убрать из желаний' }).click()
    await page.getByRole('button', { name: 'Добавить в желания' }).waitFor()
  })
})

describe('a shop admin', () => {
  test('adds an item, finds it by name and takes it off sale', async () => {
    const item = { id: 0, name: unique('Худи') }
    const page = await openPage()
    await signIn(page, 'admin', '/shop')
    await page.getByRole('heading', { level: 1, name: 'Магазин' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'Добавить товар' }).click()
    await expect.poll(() => page.locator('[aria-invalid="true"]').count()).toBe(2)
    await page.getByLabel('Название').fill(item.name)
    await page.getByLabel('Цена в монетах').fill('0')
    await page.getByText('Цена начинается с одной монеты').waitFor()
    await page.getByLabel('Цена в монетах').fill('1500')
    await page.getByLabel('Сколько есть').fill('7')
    await expectAccessible(page)
    await page.keyboard.press('Control+s')
    await notice(page, `${item.name} теперь в магазине`).waitFor()
    await page.getByLabel('Предел в месяц').fill('2')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await notice(page, `Сохранено: ${item.name}`).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Поиск и команды' }).click()
    await page.getByRole('combobox', { name: 'Поиск и команды' }).fill(item.name)
    await page.getByRole('group', { name: 'Магазин' }).getByRole('option', { name: item.name }).waitFor()
    await page.goto(shelf(item.name))
    await rowOf(page, item).getByText('2 в месяц').waitFor()
    await rowOf(page, item)
      .getByRole('button', { name: /другие действия/ })
      .click()
    await page.getByRole('menuitem', { name: 'Снять с продажи' }).click()
    await rowOf(page, item).getByText('не продаётся').waitFor()
  })

  test('puts items in order by keyboard and by mouse', async () => {
    const mark = unique('Полка')
    const names = ['первый', 'второй', 'третий'].map((name) => `${mark} ${name}`)
    const items = []
    for (const name of names) {
      const made = await makeItem(name)
      items.push(made)
    }
    const page = await openPage()
    await signIn(page, 'admin', shelf(mark))
    const shown = async () => {
      const rows = await page.locator('tbody tr').allInnerTexts()
      return rows.map((text) => names.findIndex((name) => text.includes(name)))
    }
    await expect.poll(shown).toEqual([0, 1, 2])
    const handle = page.getByRole('button', { name: new RegExp(`^Место \\d+: ${names[0]}`) })
    await handle.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(shown).toEqual([1, 2, 0])
    await page.getByRole('status').filter({ hasText: 'теперь место' }).waitFor({ state: 'attached' })
    await expect.poll(() => handle.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.reload()
    await expect.poll(shown).toEqual([1, 2, 0])

    const third = page.getByRole('button', { name: new RegExp(`^Место \\d+: ${names[2]}`) })
    await third.dragTo(page.locator('tbody tr').first())
    await expect.poll(shown).toEqual([2, 1, 0])
    await expectAccessible(page)
    await page.reload()
    await expect.poll(shown).toEqual([2, 1, 0])
  })

  test('puts items in order by touch on a phone', async () => {
    const mark = unique('Полка')
    const names = ['первый', 'второй', 'третий'].map((name) => `${mark} ${name}`)
    for (const name of names) await makeItem(name)
    const page = await openPage({ width: 360 })
    await signIn(page, 'admin', shelf(mark))
    const shown = async () => {
      const cards = await page.getByRole('article').allInnerTexts()
      return cards.map((text) => names.findIndex((name) => text.includes(name)))
    }
    await expect.poll(shown, { timeout: 15_000 }).toEqual([0, 1, 2])
    const middleOf = async (name = '') => {
      const handle = page.getByRole('button', { name: new RegExp(`^Место \\d+: ${name}`) })
      const { x, y, width, height } = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2 }
    }
    const [from, to] = [await middleOf(names[0]), await middleOf(names[2])]
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      })
    await touch('touchStart', from.y)
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', from.y + (to.y - from.y) * share)
    await page
      .locator('li[data-drop="below"]')
      .filter({ hasText: names[2] ?? '' })
      .waitFor()
    await touch('touchEnd')
    await expect.poll(shown).toEqual([1, 2, 0])
    await expectAccessible(page)
    expect(await page.locator('[data-drop], [data-dragged]').count()).toBe(0)
    await page.reload()
    await expect.poll(shown, { timeout: 15_000 }).toEqual([1, 2, 0])
  })

  test('can view the shop as buyers do, and buy', async () => {
    const item = await makeItem('Гирлянда', { price: 5 })
    const off = await makeItem(`${item.name} снятая`, { is_active: false })
    const owner = new ApiClient(site().address)
    await owner.signIn(people.owner.login, password)
    const { users } = await owner.call<{ users: { id: number }[] }>('POST', '/users', {
      search: people.admin.name,
    })
    await owner.call('POST', '/coins', {
      user_id: users[0]?.id,
      amount: 50,
      kind: 'bonus',
      comment: 'На покупки',
    })
    const page = await openPage()
    await signIn(page, 'admin', shelf(item.name))
    await rowOf(page, off).waitFor()
    await page.getByText('Витрина', { exact: true }).click()
    await page.getByRole('searchbox').fill(item.name)
    await cardOf(page, item).waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(1)
    await expectAccessible(page)
    await cardOf(page, item).getByRole('link', { name: item.name }).click()
    await page.getByRole('button', { name: `Купить: ${item.name}` }).click()
    await buying(page, item).getByRole('button', { name: 'Купить за 5 монет' }).click()
    await notice(page, 'заказ принят').getByRole('button', { name: 'Мои заказы' }).click()
    await rowOf(page, item).getByText('Новый').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Править' }).click()
    await page.getByLabel('Цена в монетах').waitFor()
    await expectAccessible(page)
  })

  test('is told that an ordered item cannot be deleted, and may take it off sale', async () => {
    const item = await makeItem('Блокнот')
    await makeOrder(await makeBuyer(100), item)
    const page = await openPage({ refusals: [`409 POST /api/shop-items/${item.id}`] })
    await signIn(page, 'admin', `/shop/item/${item.id}`)
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Удалить товар' }).click()
    const question = page.getByRole('dialog', { name: `Удалить «${item.name}»?` })
    await question.getByRole('button', { name: 'Удалить товар' }).click()
    await notice(page, 'есть заказы').getByRole('button', { name: 'Снять с продажи' }).click()
    await page.getByText('не продаётся').waitFor()
  })

  test('resolves a conflict with an edit that another person made meanwhile', async () => {
    const item = await makeItem('Зонт')
    const page = await openPage({ refusals: [`409 POST /api/shop-items/${item.id}`] })
    await page.route('**/api/events*', (route) => route.abort('aborted'))
    await signIn(page, 'admin', `/shop/item/${item.id}`)
    await page.getByLabel('Цена в монетах').fill('200')
    await changeItem(item, { price: 300 })
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const clash = page.getByRole('dialog', { name: /^Пока вы правили/ })
    await clash.getByText('У них: 300 монет').waitFor()
    await expectAccessible(page)
    await clash.getByRole('button', { name: 'Сохранить выбранное' }).click()
    await notice(page, `Сохранено: ${item.name}`).waitFor()
  })

  test('the owner sees what all coins would buy', async () => {
    const item = await makeItem('Билет', { price: 1 })
    const page = await openPage({ theme: 'dark' })
    await signIn(page, 'owner', '/shop')
    await page.getByRole('button', { name: 'На что хватит монет' }).click()
    const dialog = page.getByRole('dialog', { name: 'На что хватит всех монет' })
    await dialog.getByRole('row').filter({ hasText: item.name }).waitFor()
    await expectAccessible(page)
  })
})

test.each([360, 1440] as const)('the shop is accessible and fits the screen: %i px', async (width) => {
  const item = await makeItem('Long name of something that is worth saving coins for', { stock: 1 })
  for (const who of ['staff', 'admin'] as const) {
    const page = await openPage({ width, locale: 'en' })
    await signIn(page, who, shelf(item.name))
    await page.getByText(item.name).waitFor()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.goto(`/shop/item/${item.id}`)
    await page.getByRole('heading', { level: 1, name: item.name }).waitFor()
    await page.getByRole('complementary').first().waitFor()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.goto('/shop?search=nothing-like-this')
    await page.getByText('Nothing found').waitFor()
    await expectAccessibleInBothThemes(page)
  }
})
