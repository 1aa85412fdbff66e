import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { adminClient } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import {
  deliver,
  press,
  pressWithoutWindow,
  receivedBy,
  shownBy,
  subscribeAtService,
} from '../services/push-browser.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
/** Only these pages receive pushes. */
const { openPage: openInstalled } = useBrowser({ hasWorker: true, isWhole: true })
const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

async function openPushes(page: Page, part = ''): Promise<void> {
  await page.goto(`/pushes${part}`)
  await page.getByRole('heading', { level: 1, name: /^(Пуши|Pushes)$/ }).waitFor()
}

/** Whether a field is visible and not covered. */
const isSeen = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

/** Writes a push to one person by name. `beforeSending` may do more in the form. */
async function write(
  page: Page,
  title: string,
  to: string,
  beforeSending: () => Promise<void>,
): Promise<void> {
  await page
    .getByRole('button', { name: /^Написать/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Новый пуш' })
  await form.getByLabel('Заголовок').fill(title)
  await form.getByLabel('Текст', { exact: true }).fill('Инструкции уже в каталоге')
  await form.getByText('Некоторым').click()
  await form.getByLabel('По именам').fill(to)
  await page.getByRole('option', { name: to }).click()
  await page.keyboard.press('Tab')
  await beforeSending()
}

describe('a push', () => {
  test('is sent from the form of an admin to the phone of a person, who opens it', async () => {
    const phone = await openInstalled({ width: 360 })
    const browser = await subscribeAtService(phone)
    await signIn(phone, 'staff')
    await phone.goto('/profile')
    const here = phone.getByRole('region', { name: 'На этом устройстве' })
    await here.getByText('Пуши на это устройство не приходят').waitFor()
    await here.getByRole('button', { name: 'Включить' }).click()
    await here.getByText('Пуши приходят на это устройство').waitFor()
    await phone
      .getByRole('region', { name: 'Устройства, куда приходят пуши' })
      .getByText('это устройство')
      .waitFor()
    await expectNoSidewaysScroll(phone)
    await expectAccessible(phone)

    // The user's own test push, before any other push.
    await phone.getByRole('button', { name: 'Отправить пробу' }).click()
    await expect.poll(() => receivedBy(browser.id())).toMatchObject([{ title: 'Пуши работают' }])
    await phone.getByText(/Последний пуш/).waitFor()

    const admin = await openPage()
    await signIn(admin, 'admin')
    await openPushes(admin)
    await expectAccessible(admin)
    const title = unique('Новые наборы')
    await write(admin, title, people.staff.name, async () => {
      const form = admin.getByRole('dialog', { name: 'Новый пуш' })
      await form
        .getByText('В колокольчике — 1 человеку, из них 1 — и на устройство')
        .or(form.getByText('В колокольчик — 1 человеку, из них 1 — и на устройство'))
        .waitFor()
      await form.getByLabel('Куда ведёт').click()
      await admin.getByRole('option', { name: 'Инструкции' }).click()
      await form.getByRole('region', { name: 'Как это выглядит' }).getByText(title).waitFor()
      await expectAccessible(admin)
      await form.getByRole('button', { name: 'Отправить 1 человеку' }).click()
    })
    await admin.getByText('Отправлено 1 человеку').waitFor()

    await expect.poll(async () => (await receivedBy(browser.id())).at(-1)?.title).toBe(title)
    const row = admin.getByRole('row').filter({ hasText: title })
    await row.getByText('Отправлен', { exact: true }).waitFor()
    await row.getByText('1 / 1').first().waitFor()

    // Opening it on another device counts as well.
    await phone.getByRole('button', { name: /^Уведомления/ }).click()
    await phone.getByRole('link').filter({ hasText: title }).click()
    await phone.waitForURL('**/instructions')
    await row.getByRole('button', { name: title, exact: true }).click()
    const panel = admin.getByRole('dialog', { name: 'Пуши' })
    await panel.getByRole('listitem').filter({ hasText: 'Открыли' }).getByText('1').waitFor()
    await expectAccessible(admin)

    await phone.goto('/profile')
    await here.getByRole('button', { name: 'Выключить' }).click()
    await here.getByText('Пуши на это устройство не приходят').waitFor()
    const devices = phone.getByRole('region', { name: 'Устройства, куда приходят пуши' })
    await devices.getByText('это устройство').waitFor({ state: 'detached' })
  })

  test('is shown by the system, replaces its duplicate, and leads to its page when pressed', async () => {
    const phone = await openInstalled({ width: 360 })
    const browser = await subscribeAtService(phone)
    await signIn(phone, 'staff')
    await phone.goto('/profile')
    const here = phone.getByRole('region', { name: 'На этом устройстве' })
    await here.getByRole('button', { name: 'Включить' }).click()
    await here.getByText('Пуши приходят на это устройство').waitFor()
    const admin = await openPage()
    await signIn(admin, 'admin')
    await openPushes(admin)
    const title = unique('Смотрите инструкции')
    await write(admin, title, people.staff.name, async () => {
      const form = admin.getByRole('dialog', { name: 'Новый пуш' })
      await form.getByLabel('Куда ведёт').click()
      await admin.getByRole('option', { name: 'Инструкции' }).click()
      await form.getByRole('button', { name: 'Отправить 1 человеку' }).click()
    })
    await expect.poll(async () => (await receivedBy(browser.id())).at(-1)?.title).toBe(title)
    const received = (await receivedBy(browser.id())).at(-1)
    await deliver(phone, JSON.stringify(received))
    // A push that is delivered twice, as after a crash of the server, is shown once.
    await deliver(phone, JSON.stringify(received))
    await expect
      .poll(() => shownBy(phone))
      .toMatchObject([{ title, body: 'Инструкции уже в каталоге', tag: expect.stringMatching(/^n\d+$/) }])
    await press(phone)
    await phone.waitForURL('**/instructions')
    expect(await shownBy(phone)).toEqual([])
    await admin
      .getByRole('row')
      .filter({ hasText: title })
      .getByRole('button', { name: title, exact: true })
      .click()
    const panel = admin.getByRole('dialog', { name: 'Пуши' })
    await panel.getByRole('listitem').filter({ hasText: 'Открыли' }).getByText('1').waitFor()

    // Every message shows a notification, because a browser withdraws the permission of a silent app.
    await deliver(phone, 'no push of ours')
    await expect.poll(() => shownBy(phone)).toMatchObject([{ title: 'Артель', body: '' }])
    await press(phone)
    await phone.waitForURL((url) => url.pathname === '/')
  })

  test('leads to its page and counts as read if the app was closed; a link does not count', async () => {
    const title = unique('Плед')
    const admin = await adminClient()
    const { users } = await admin.call<{ users: { id: number }[] }>('POST', '/users', {
      search: people.staff.name,
    })
    await admin.call('POST', '/tasks/create', { title, user_id: users[0]?.id })
    const api = new ApiClient(site().address)
    await api.signIn(people.staff.login, password)
    const find = async () => {
      type Listed = { notifications: { id: number; body: string; read_at: string | null }[] }
      const { notifications } = await api.call<Listed>('POST', '/listing/notifications')
      return notifications.find(({ body }) => body.includes(title))
    }
    await expect.poll(async () => (await find())?.read_at).toBe(null)
    const id = (await find())?.id
    const page = await openInstalled()
    await page.context().grantPermissions(['notifications'], { origin: site().address })
    const read: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/notifications/read')) read.push(request.url())
    })
    await signIn(page, 'staff')
    await deliver(page, JSON.stringify({ title, body: '', url: '/shop', tag: 'n1', notification_id: id }))
    await expect.poll(() => shownBy(page)).toHaveLength(1)

    await page.goto(`/shop?from_push=${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(new URL(page.url()).search).toBe('')
    expect(read).toEqual([])
    expect((await find())?.read_at).toBe(null)

    await page.goto('/terms')
    const address = await pressWithoutWindow(page)
    await page.goto(address)
    await page.waitForURL((url) => url.pathname === '/shop' && url.search === '')
    await expect.poll(async () => (await find())?.read_at).not.toBe(null)
    // It counts once after a reload.
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(read).toHaveLength(1)
  })

  test('is scheduled, changed, and called off, on a phone', async () => {
    const page = await openPage({ width: 360 })
    await signIn(page, 'admin')
    await openPushes(page)
    const title = unique('Завтра раньше')
    const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16)
    await write(page, title, people.staff.name, async () => {
      const form = page.getByRole('dialog', { name: 'Новый пуш' })
      await form.getByRole('switch', { name: 'Отправить позже' }).check()
      await expect.poll(() => isSeen(form.getByLabel('Время отправки'))).toBe(true)
      await form.getByRole('button', { name: 'Запланировать' }).click()
      await form.getByText('Выберите, когда').waitFor()
      await form.getByLabel('Время отправки').fill(inTenDays)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await form.getByRole('button', { name: 'Запланировать' }).click()
    })
    await page.getByText(/^Уйдёт \d+ /).waitFor()
    const card = page.getByRole('article').filter({ hasText: title })
    await card.getByText('Запланирован').waitFor()
    await card.getByRole('button', { name: /другие действия/ }).click()
    await page.getByRole('menuitem', { name: 'Изменить' }).click()
    const form = page.getByRole('dialog', { name: 'Изменить пуш' })
    await form.getByLabel('Заголовок').fill(`${title}!`)
    await form.getByRole('combobox', { name: 'Склады' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await page.keyboard.press('Tab')
    await form.getByLabel('Смена').selectOption('Кто не на смене')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await page
      .getByRole('article')
      .filter({ hasText: `${title}!` })
      .getByRole('button', { name: `${title}!`, exact: true })
      .click()
    const panel = page.getByRole('dialog', { name: 'Пуши' })
    await panel.getByText(/склады: .+; кто не на смене; 1 человеку по имени/).waitFor()
    await panel.getByRole('button', { name: 'Закрыть пуш' }).click()
    await card.getByRole('button', { name: /другие действия/ }).click()
    await page.getByRole('menuitem', { name: 'Отменить отправку' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отменить отправку' }).click()
    await card.waitFor({ state: 'detached' })
  })
})

test('an automatic push gets its own text and is switched off, on a desktop and on a phone', async () => {
  const page = await openPage({ theme: 'dark', locale: 'en' })
  await signIn(page, 'owner')
  await openPushes(page, '?part=automatic')
  const kind = page.getByRole('listitem').filter({ hasText: 'Order status changed' })
  await kind.getByText('Order No. 31 is handed over').waitFor()
  await expectAccessible(page)
  await kind.getByRole('button', { name: 'Change the text: Order status changed' }).click()
  const form = page.getByRole('dialog', { name: 'Text of the push: Order status changed' })
  await form.getByLabel('Title in English').fill('Your order {moon}')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Only the names below can be used in braces').waitFor()
  await form.getByLabel('Title in English').fill('Your order')
  await form.getByRole('button', { name: /^Insert id/ }).click()
  await form.getByLabel('Title in Russian').fill('Забирайте')
  await form.getByText('Your order 31').waitFor()
  await form.getByText('Забирайте').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await kind.getByText('Your order 31').waitFor()
  await kind.getByText('Custom text').waitFor()
  const russian = await openPage()
  await signIn(russian, 'owner')
  await openPushes(russian, '?part=automatic')
  await russian.getByRole('listitem').filter({ hasText: 'Заказ сдвинулся' }).getByText('Забирайте').waitFor()
  await kind.getByRole('button', { name: 'Change the text: Order status changed' }).click()
  await form.getByLabel('Title in English').fill('')
  await form.getByLabel('Title in Russian').fill('')
  await form.getByRole('button', { name: 'Save' }).click()
  await kind.getByText('Custom text').waitFor({ state: 'detached' })

  const phone = await openPage({ width: 360 })
  await signIn(phone, 'owner')
  await openPushes(phone, '?part=automatic')
  const toggle = phone.getByRole('switch', { name: 'Достижение' })
  await toggle.uncheck()
  await expect.poll(() => page.getByRole('switch', { name: 'Achievement' }).isChecked()).toBe(false)
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  await toggle.check()
  await expect.poll(() => page.getByRole('switch', { name: 'Achievement' }).isChecked()).toBe(true)
})

test.each([
  ['denied', 360, 'ru', 'Уведомления Артели на этом устройстве запрещены', 0],
  ['default', 390, 'en', 'This device does not receive pushes', 1],
  ['granted', 1440, 'ru', 'Пуши на это устройство не приходят', 1],
] as const)(
  'a browser whose permission is %s gets one next step',
  async (permission, width, locale, says, buttons) => {
    const page = await openInstalled({ width, locale })
    await page.addInitScript((value) => {
      Object.defineProperty(Notification, 'permission', { get: () => value, configurable: true })
    }, permission)
    await signIn(page, 'staff', '/profile')
    const here = page.getByRole('region', { name: /^(На этом устройстве|On this device)$/ })
    await here.getByText(says).waitFor()
    expect(await here.getByRole('button').count()).toBe(buttons)
    if (permission !== 'denied') return
    // The person allows them in the settings of the browser and comes back.
    await page.evaluate(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      dispatchEvent(new Event('focus'))
    })
    await here.getByRole('button', { name: 'Включить' }).waitFor()
  },
)
