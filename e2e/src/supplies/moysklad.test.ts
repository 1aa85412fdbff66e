import type { UserType } from '@artel/contract/access'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser, type View } from '../browser.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'
import { startMoySklad } from '../services/moysklad.ts'

const { openPage } = useBrowser()

const page360 = { width: 360, theme: 'dark' } as const
const here = '/settings/moy_sklad'

// A separate server, because imported rows are visible in the whole company.
let dataDir: string
let server: Server
let theirs: Awaited<ReturnType<typeof startMoySklad>>
let admin: ApiClient

beforeAll(async () => {
  theirs = await startMoySklad()
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, { MOYSKLAD_URL: theirs.url, RATE_LIMIT: '0' })
  admin = new ApiClient(server.address)
  await admin.signIn(people.admin.login, password)
})
afterAll(async () => {
  await server.end('SIGTERM')
  theirs.close()
  await removeDataDir(dataDir)
})

async function open(who: UserType, path: string, view: Partial<View> = {}): Promise<Page> {
  const page = await openPage({ ...view, address: server.address })
  await signIn(page, who, path)
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Two sets that match one product of MoySklad: one by article, the other by barcode. */
async function makeTwins() {
  const rates = { money: 0, coins: 0, norm_seconds: 60 }
  await admin.call('POST', '/products/create', { name: 'Чайник «Лето», белый', article: 'TEA-1', ...rates })
  await admin.call('POST', '/products/create', {
    name: 'Чайник «Лето», синий',
    article: 'TEA-2',
    barcodes: ['4600000009001'],
    ...rates,
  })
  const fields = { name: 'Чайник «Лето»', article: 'TEA-1', barcodes: [{ ean13: '4600000009001' }] }
  await theirs.tell({ put: { type: 'product', fields } })
}

async function staffId(): Promise<number | undefined> {
  const { users } = await admin.call<{ users: { id: number }[] }>('POST', '/users', {
    search: people.staff.name,
  })
  return users[0]?.id
}

async function connect(page: Page) {
  await button(page, 'Подключить МойСклад').click()
  await dialog(page).getByLabel('Ваш пароль').fill(password)
  await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
  const token = dialog(page).getByLabel('Токен МоегоСклада')
  await token.fill('none-of-theirs')
  await button(page, 'Проверить и подключить').click()
  await dialog(page).getByText('МойСклад не принимает этот токен').waitFor()
  await expectAccessible(page)
  await token.fill(theirs.token)
  await button(page, 'Проверить и подключить').click()
  await heading(page, 'Токен принят. Что загружать?').waitFor()
}

describe.sequential('from the token to the automatic exchange', () => {
  test('an owner connects, checks the preview, corrects one link, and writes the rows', async () => {
    await makeTwins()
    const page = await open('owner', here, { refusals: ['422 POST /api/company/moi_sklad'] })
    await heading(page, /^Подключите МойСклад/).waitFor()
    await expectAccessible(page)
    await connect(page)
    await page.getByText(/15 запросов за 3 секунды|11 запросов за 3 секунды/).waitFor()
    await expectAccessible(page)
    // The other set has the product's article and keeps it, so Artel must own this field.
    await page.getByRole('radiogroup', { name: 'Наборы: Артикул' }).getByText('Артель').click()
    await button(page, 'Прочитать МойСклад').click()

    await heading(page, 'Всё прочитано. Пока ничего не изменено').waitFor({ timeout: 30_000 })
    await expectAccessible(page)
    const products = page.getByRole('region', { name: 'Наборы' })
    await products.getByRole('link', { name: /ждёт вашего решения|ждут вашего решения/ }).click()
    await row(page, 'Чайник «Лето»').getByText('нужно решить').waitFor()
    await button(page, 'Чайник «Лето»').click()
    await dialog(page).getByText('тот же артикул').waitFor()
    await dialog(page).getByText('тот же штрихкод').waitFor()
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Выбрать: Чайник «Лето», синий' }).click()
    await notice(page, 'Чайник «Лето»: свяжем с «Чайник «Лето», синий»').waitFor()

    await page.getByText('Проверка', { exact: true }).click()
    await button(page, /^Записать \d+$/).click()
    await dialog(page)
      .getByText(/Дальше обмен пойдёт сам/)
      .waitFor()
    await dialog(page)
      .getByRole('button', { name: /^Записать \d+$/ })
      .click()
    await heading(page, /Всё в порядке|есть ошибки/).waitFor({ timeout: 30_000 })
    await expectAccessible(page)

    await page.goto('/sets?search=MS-7')
    await row(page, 'MS-7').first().waitFor()
    await page.goto('/sets?search=TEA-2')
    await page.getByRole('link', { name: 'Чайник «Лето»', exact: true }).click()
    await page.getByText('из МоегоСклада').waitFor()
  })

  test('rows that do not fit have a reason, and the history lists the changes', async () => {
    const page = await open('owner', here)
    await page.getByText('Штрихкод с опечаткой').waitFor()
    await page.getByText('История', { exact: true }).click()
    await row(page, 'Возвраты: 0 → 182').first().waitFor()
    await expectAccessible(page)
    await page.goto('/legal_entities')
    await row(page, 'ИП Зотова').getByText('из МоегоСклада').waitFor()
  })

  test('admins see state, progress, health, history, and start a run, but no token or settings', async () => {
    for (const view of [{}, page360]) {
      const page = await open('admin', here, view)
      await heading(page, /Всё в порядке|есть ошибки/).waitFor()
      await heading(page, 'По разделам').waitFor()
      await page.getByRole('region', { name: 'История' }).getByRole('listitem').first().waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      for (const name of ['Новый токен', 'Отключить МойСклад', 'Подключить МойСклад'])
        if ((await button(page, name).count()) > 0) throw new Error(`An admin is offered «${name}»`)
      if ((await page.getByRole('radiogroup', { name: 'Разделы обмена' }).count()) > 0)
        throw new Error('An admin is offered the parts of the owner')
    }
    const page = await open('admin', here)
    await button(page, 'Обменяться сейчас').click()
    await notice(page, 'Обмен начат').waitFor()
    await button(page, 'Обменяться сейчас').waitFor({ timeout: 30_000 })
    const entry = page.getByRole('region', { name: 'История' }).getByRole('button').first()
    const name = (await entry.textContent()) ?? ''
    await entry.click()
    await dialog(page).getByRole('heading', { name }).waitFor()
    await expectAccessible(page)
  })

  test('an owner ties a person to an employee; an admin only sees it', async () => {
    const path = `/user/${await staffId()}/moy_sklad`
    const looking = await open('admin', path)
    await looking.getByText('Привязывает владелец').waitFor()
    const page = await open('owner', path)
    await expectAccessible(page)
    await button(page, 'Привязать: Климова Дарья').click()
    await heading(page, 'Привязан к сотруднику').waitFor()
    // The open page updates live.
    await heading(looking, 'Привязан к сотруднику').waitFor()
    await button(page, 'Отвязать').click()
    await notice(page, 'Привязка снята').getByRole('button', { name: 'Вернуть' }).click()
    await heading(page, 'Привязан к сотруднику').waitFor()
  })

  test('all parts fit a phone in dark mode', async () => {
    const page = await open('owner', here, page360)
    for (const part of ['', '?part=items', '?part=log', '?part=settings']) {
      await page.goto(`${here}${part}`)
      await page.getByRole('radiogroup', { name: 'Разделы обмена' }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })

  test('a refused token is reported, and a new token resolves it', async () => {
    await theirs.tell({ isBlocked: true })
    const page = await open('owner', here)
    await button(page, 'Обменяться сейчас').click()
    await heading(page, 'МойСклад больше не принимает токен').waitFor({ timeout: 30_000 })
    await expectAccessible(page)
    await theirs.tell({ isBlocked: false })
    await button(page, 'Новый токен').click()
    await dialog(page).getByLabel('Ваш пароль').fill(password)
    await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
    await dialog(page).getByLabel('Токен МоегоСклада').fill(theirs.token)
    await button(page, 'Проверить и сменить').click()
    await notice(page, 'Токен принят').waitFor()
    await heading(page, 'МойСклад больше не принимает токен').waitFor({ state: 'detached' })
  })

  test('while MoySklad is down the page says so, and work goes on', async () => {
    const title = 'Собрать пледы, пока учёт лежит'
    await admin.call('POST', '/tasks/create_many', { tasks: [{ title, user_id: await staffId() }] })
    await theirs.tell({ faults: [{ of: 'away' }] })
    const page = await open('owner', here)
    const isAway = heading(page, /^МойСклад не отвечает\. Следующая попытка в \d\d:\d\d$/)
    // The run that began by itself after the new token may find it, or be still under way, which refuses another one.
    const begin = () =>
      admin.call('POST', '/company/moi_sklad/sync', {}).then(
        () => true,
        () => false,
      )
    await expect
      .poll(async () => (await isAway.isVisible()) || begin(), { interval: 1000, timeout: 60_000 })
      .toBe(true)
    await isAway.waitFor({ timeout: 60_000 })
    await page.getByText('Задачи, поставки и упаковка').waitFor()
    await expectAccessible(page)

    const phone = await open('staff', '/tasks', { width: 360 })
    await button(phone, `Начать: ${title}`).click()
    await phone.getByRole('region', { name: `Идёт задача: ${title}` }).waitFor()

    await theirs.tell({ faults: [] })
  })

  test('disconnecting deletes the token and keeps the imported data', async () => {
    const page = await open('owner', `${here}?part=settings`)
    await button(page, 'Отключить МойСклад').click()
    await dialog(page).getByRole('button', { name: 'Отключить МойСклад' }).click()
    await heading(page, /^Подключите МойСклад/).waitFor()
    await page.goto('/sets?search=MS-7')
    await row(page, 'MS-7').first().waitFor()
  })
})
