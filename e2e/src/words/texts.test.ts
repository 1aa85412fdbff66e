import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserType } from '@artel/contract/access'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser, type View } from '../browser.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { readDatabase, removeDataDir, type Server, startInProduction } from '../server.ts'

const { openPage } = useBrowser()

const editor = '/localizations-9f3c7a'

// A separate server, because all its users see its publications, and only production mode loads text files.
let dataDir: string
let server: Server
let admin: ApiClient
let folder: string

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startInProduction(dataDir, { RATE_LIMIT: '0' })
  admin = new ApiClient(server.address)
  await admin.signIn(people.admin.login, password)
  // Discards the draft of the demo company.
  await admin.call('POST', '/localizations/discard', {})
  folder = await mkdtemp(join(tmpdir(), 'artel-texts-'))
})
afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
  await rm(folder, { recursive: true })
})

async function open(who: UserType, path: string, view: Partial<View> = {}): Promise<Page> {
  const page = await openPage({ ...view, address: server.address })
  await signIn(page, who, path)
  return page
}

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const cell = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
const store = (key: string, ru: string) => admin.call('POST', '/localizations', { key, ru })
const publish = () => admin.call('POST', '/localizations/sync')

async function choose(page: Page, item: string): Promise<void> {
  await button(page, 'Ещё о текстах').click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a text is changed, previewed, published to an open page, and restored', async () => {
  const staff = await open('staff', '/instructions')
  await title(staff, 'Инструкции').waitFor()

  const page = await open('admin', `${editor}?search=instructions.title`)
  const field = cell(page, 'instructions.title, По-русски')
  await field.fill('Как мы работаем {count}')
  await page.getByText('Вместо {count} здесь ничего не подставится').waitFor()
  await expect.poll(() => button(page, 'Сохранить').isDisabled()).toBe(true)
  await expectAccessible(page)
  await field.fill('Памятки')
  await page.keyboard.press('Control+Enter')
  await page.getByText('черновик', { exact: true }).waitFor()

  // Only this user sees the drafts, and the strip says so.
  await choose(page, 'Показать мне с черновиками')
  await page.getByText('так видите только вы').waitFor()
  await page.goto(`${server.address}/instructions`)
  await title(page, 'Памятки').waitFor()
  await expectAccessible(page)
  await title(staff, 'Инструкции').waitFor()
  await page.getByRole('link', { name: 'К текстам' }).click()
  await button(page, 'Показывать как у всех').click()
  await expect.poll(() => page.getByText('так видите только вы').count()).toBe(0)

  // A publication reaches an open page, and the next visit starts with it.
  await button(page, 'Опубликовать 1 текст').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Памятки').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Опубликовать 1 текст' }).click()
  await notice(page, 'Опубликовано. Это публикация № 3').waitFor()
  await title(staff, 'Памятки').waitFor()
  await staff.reload()
  await title(staff, 'Памятки').waitFor()

  await store('instructions.title', 'Правила')
  await publish()
  await title(staff, 'Правила').waitFor()
  await choose(page, 'Публикации')
  await page.getByRole('dialog').getByText('Публикация № 4').waitFor()
  await expectAccessible(page)
  await button(page, 'Вернуть эту').first().click()
  await button(page, 'Вернуть № 3').click()
  await title(staff, 'Памятки').waitFor()
})

test('a broken text breaks no page', async () => {
  await store('instructions.title', 'Заветы')
  await publish()
  const before = await open('staff', '/instructions')
  await title(before, 'Заветы').waitFor()
  const { folder: host, password: word } = await readDatabase(join(dataDir, 'postgres'))
  const client = new pg.Client({ host, user: 'artel', password: word, database: 'artel' })
  await client.connect()
  const bodies = [
    '{"instructions.title": [["x", 99]], "shop.title": [["count", 2, {}]], "products.title": {"evil": true}}',
    '{"instructions.title": [["<img>"]], "shop.title": ["a", 0], "products.title": []}',
    'no JSON at all',
    '[1, 2, 3]',
    'null',
  ]
  try {
    await client.query('alter table localization_publications disable trigger user')
    for (const body of bodies) {
      // With a new hash, because the server caches texts by hash.
      const hash = createHash('sha256').update(body).digest('hex')
      const made = 'select distinct company_id, $1, $2 from localization_publications'
      await client.query(`insert into localization_files (company_id, hash, body) ${made}`, [hash, body])
      await client.query('update localization_publications set en_hash = $1, ru_hash = $1', [hash])
      const page = await open('staff', '/instructions')
      await title(page, 'Инструкции').waitFor()
    }
  } finally {
    await client.end()
  }
})

test('the editor works by keyboard alone and asks about a concurrent edit', async () => {
  await publish()
  const { localizations } = await admin.call<{ localizations: { id: number; key: string }[] }>(
    'GET',
    '/localizations?search=warehouses.title',
  )
  const id = localizations.find(({ key }) => key === 'warehouses.title')?.id
  const page = await open('admin', `${editor}?search=warehouses.title`, {
    refusals: [`409 POST /api/localizations/${id}`],
  })
  const field = cell(page, 'warehouses.title, По-русски')
  await field.focus()
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type('Благодарности')
  await store('warehouses.title', 'Спасибо')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByText('Спасибо').waitFor()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Благодарности/ })
    .check()
  await button(page, 'Сохранить').last().click()
  await expect.poll(() => field.inputValue()).toBe('Благодарности')

  await field.focus()
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  await expect.poll(() => field.inputValue()).toBe('Благодарности')
  expect(
    (await admin.call<{ localization: { ru: string } }>('GET', `/localizations/${id}`)).localization.ru,
  ).toBe('Благодарности')
  await field.focus()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('warehouses.title, По-английски')

  // The panel has the previous text and a link to the page that shows the text.
  await button(page, 'warehouses.title').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: 'Склады' }).waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Вернуть как было' }).first().click()
  await notice(page, 'Прежний текст вернулся в черновики').waitFor()
  await expect.poll(() => field.inputValue()).toBe('Спасибо')
})

test('texts are exported to a file and imported from a file', async () => {
  const page = await open('admin', `${editor}?search=supplies.title`)
  await cell(page, 'supplies.title, По-русски').waitFor()
  const download = page.waitForEvent('download')
  await choose(page, 'Скачать в Excel')
  expect((await readFile(await (await download).path())).length).toBeGreaterThan(1000)

  const file = join(folder, 'Тексты.csv')
  await writeFile(
    file,
    'Ключ;По-русски\nsupplies.title;Отгрузки\nsupplies.none;Нет такого ключа\ntasks.title;{broken\n',
  )
  await choose(page, 'Взять из файла')
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.getByRole('heading', { name: 'Проверка перед импортом' }).waitFor()
  await page.getByText('Скобка открыта и не закрыта').waitFor()
  await expectAccessible(page)
  await button(page, 'Записать 2 без ошибочных').click()
  await page.getByRole('heading', { name: /записано$/ }).waitFor()
  await page.getByRole('link', { name: 'К текстам' }).click()
  await page.goto(`${server.address}${editor}?search=supplies.title`)
  await expect.poll(() => cell(page, 'supplies.title, По-русски').inputValue()).toBe('Отгрузки')
})

test.each([
  { width: 360, theme: 'light', locale: 'ru' },
  { width: 360, theme: 'dark', locale: 'en' },
  { width: 1440, theme: 'dark', locale: 'ru' },
] as const)('the editor is accessible and fits the screen: $width $theme $locale', async (view) => {
  await store('shelf.title', 'Полка')
  const page = await open('owner', editor, view)
  await page.getByText('shelf.title').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [first] = await page.getByRole('textbox').all()
  await first?.focus()
  await expectAccessible(page)
  await page.goto(`${server.address}${editor}?search=taskBulk`)
  await page.getByRole('textbox').nth(1).focus()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('texts are filtered by section, and the server uses a published text at once', async () => {
  const page = await open('admin', editor, { refusals: ['404 GET /api/tasks/999999999'] })
  await button(page, 'Фильтр').click()
  await button(page, 'Раздел').click()
  await page.getByRole('textbox', { name: 'Раздел' }).fill('отказ')
  await page.getByRole('radio', { name: 'Отказы сервера' }).click()
  const field = cell(page, 'errors.not_found, По-русски')
  await field.fill('У нас такого нет')
  await page.keyboard.press('Control+Enter')
  await page.getByText('черновик', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(new URL(page.url()).searchParams.get('section')).toBe('errors')
  await publish()
  const refusal = await page.evaluate(async () => (await fetch('/api/tasks/999999999')).json())
  expect(refusal).toMatchObject({ code: 'not_found', message: 'У нас такого нет' })

  await page.getByRole('searchbox', { name: 'Поиск по текстам' }).fill('нет таких слов нигде')
  await page.getByText('Отказы сервера').last().waitFor()
  await button(page, /^Сбросить/).click()
  await page.getByText('ui.productName').waitFor()
})

test('a custom text needs a key and one language, and becomes a draft', async () => {
  const page = await open('admin', `${editor}?view=custom`, { width: 360 })
  await choose(page, 'Добавить свой текст')
  const form = page.getByRole('dialog', { name: 'Свой текст' })
  await form.getByRole('button', { name: 'Добавить', exact: true }).click()
  await form.getByText('Заполните поле').waitFor()
  await form.getByText('Напишите хотя бы на одном языке').waitFor()
  await expectAccessible(page)
  await form.getByLabel('Ключ').fill('shelf.label')
  await form.getByLabel('По-английски').fill('Shelf')
  expect(await form.getByText('Напишите хотя бы на одном языке').count()).toBe(0)
  await form.getByRole('button', { name: 'Добавить', exact: true }).click()
  await notice(page, 'Текст shelf.label добавлен в черновики').waitFor()
  await button(page, 'shelf.label').first().waitFor()
  await expectNoSidewaysScroll(page)
})

test('only the owner changes texts of rights, and nobody changes texts of the audit log', async () => {
  const page = await open('admin', `${editor}?search=users.type_owner`)
  const field = cell(page, 'users.type_owner, По-русски')
  await page.getByText('меняет владелец').first().waitFor()
  expect(await field.isEditable()).toBe(false)
  await expectAccessible(page)
  const phone = await open('owner', `${editor}?search=users.type_owner`, { width: 360 })
  await cell(phone, 'users.type_owner, По-русски').fill('Хозяйка')
  await phone.keyboard.press('Control+Enter')
  await phone.getByText('черновик', { exact: true }).waitFor()
  expect(await phone.getByText('меняет владелец').count()).toBe(0)
  await expectNoSidewaysScroll(phone)
  await phone.goto(new URL(`${editor}?search=auditWords`, server.address).href)
  await phone.getByText('Ничего не нашлось').first().waitFor()
})

test('the menu leads to all texts from another page', async () => {
  const page = await open('admin', '/instructions/item/1')
  await page.getByRole('link', { name: 'Тексты' }).click()
  await title(page, 'Тексты').waitFor()
  await page.getByText('ui.productName').waitFor()
  expect(new URL(page.url()).pathname).toBe(editor)
})

test('staff are told that the editor is for admins', async () => {
  const page = await open('staff', editor)
  await title(page, 'Эта страница для администраторов').waitFor()
})
