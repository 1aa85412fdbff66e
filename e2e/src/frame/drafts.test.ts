import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked } from '../made/made-supplies.ts'
import { adminClient, countTasks, makeTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'
import { fillLogin, password, people, signIn } from '../people.ts'

const { openPage } = useBrowser()

const newTask = (page: Page) => page.getByRole('button', { name: /Новая задача/ })
const dialogWith = (page: Page, label: string) =>
  page.getByRole('dialog').filter({ has: page.getByLabel(label) })
const restored = (page: Page) => page.getByRole('status').filter({ hasText: 'Восстановлено введённое' })
/** The names of all drafts that the browser keeps, and what they hold. */
const keptDrafts = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([name]) => name.startsWith('artel-draft.')))

test.each([1440, 360] as const)(
  'what is typed in a dialog is there again after the session has ended, on %i px',
  async (width) => {
    const product = await makePacked('Плед')
    const page = await openPage({ width, losesSession: true })
    await signIn(page, 'admin')
    const title = unique('Сложить пледы')
    await newTask(page).click()
    const form = dialogWith(page, 'Что сделать')
    await form.getByRole('combobox', { name: 'Набор' }).fill(product.name)
    await page.getByRole('option', { name: product.name }).click()
    await form.getByLabel('Что сделать').fill(title)
    await form.getByRole('combobox', { name: 'Исполнитель' }).fill(people.staff.name)
    await page.getByRole('option', { name: people.staff.name }).click()
    await form.getByLabel('Количество').fill('12')

    const admin = await adminClient()
    await admin.call('DELETE', '/user/sessions')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Создать задачу' }).click()
    await page.waitForURL('**/login**')
    await fillLogin(page, people.admin.login, password)
    await page.getByText('Откройте «Новая задача» снова').waitFor()
    await expectWellLaid(page, width)

    await newTask(page).click()
    await restored(page).waitFor()
    expect(await form.getByLabel('Что сделать').inputValue()).toBe(title)
    expect(await form.getByLabel('Количество').inputValue()).toBe('12')
    const shown = (name: string) => form.getByRole('combobox', { name }).inputValue()
    await expect.poll(() => shown('Набор')).toBe(product.name)
    await expect.poll(() => shown('Исполнитель')).toBe(people.staff.name)
    await expectAccessible(page)
    await expectWellLaid(page, width)
    await form.getByRole('button', { name: 'Создать задачу' }).click()
    await form.waitFor({ state: 'detached' })
    expect(await keptDrafts(page)).toEqual([])
    await newTask(page).click()
    await form.waitFor()
    expect(await form.getByLabel('Что сделать').inputValue()).toBe('')
    expect(await restored(page).count()).toBe(0)
  },
)

test('a form of a page keeps what is typed until it is saved or dismissed', async () => {
  const product = await makePacked('Чашка')
  const page = await openPage()
  await signIn(page, 'admin', `/set/${product.id}`)
  const name = page.getByLabel('Название', { exact: true })
  const fill = async (text: string) => {
    await name.fill(text)
    await expect.poll(async () => JSON.stringify(await keptDrafts(page))).toContain(text)
  }
  await fill('Чашка большая')
  await page.reload()
  await restored(page).waitFor()
  expect(await name.inputValue()).toBe('Чашка большая')
  await page.getByRole('button', { name: 'Не восстанавливать' }).click()
  await restored(page).waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe(product.name)
  expect(await keptDrafts(page)).toEqual([])

  // A colleague changes the same field meanwhile.
  await fill('Чашка малая')
  await page.goto('/instructions')
  const admin = await adminClient()
  const { product: now } = await admin.call<{ product: { version: number } }>(
    'GET',
    `/products/${product.id}`,
  )
  await admin.call('PUT', `/products/${product.id}`, { name: `${product.name}, синяя`, version: now.version })
  await page.goto(`/set/${product.id}`)
  await page.getByText('Поле «название» с тех пор изменили. Вы вводили: Чашка малая').waitFor()
  expect(await name.inputValue()).toBe(`${product.name}, синяя`)
  await expectAccessible(page)
})

test('signing out deletes what was typed, and passwords are never kept', async () => {
  const page = await openPage()
  await signIn(page, 'owner', '/profile')
  const nick = page.getByRole('textbox', { name: 'Прозвище' })
  await nick.fill('Сева')
  await expect.poll(() => keptDrafts(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await page.getByRole('textbox', { name: 'Новый пароль' }).fill('тайна-2026')
  // Longer than a draft waits before it is written.
  await page.waitForTimeout(1000)
  expect(JSON.stringify(await keptDrafts(page))).not.toContain('тайна')
  await page.reload()
  await restored(page).waitFor()
  await page.getByRole('button', { name: people.owner.name }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).press('Enter')
  await page.waitForURL('**/login**')
  expect(await keptDrafts(page)).toEqual([])
})

test('Esc in a conflict returns to the form, which keeps every field', async () => {
  const title = unique('Шоколад')
  const [id] = await makeTasks([{ title }])
  const page = await openPage({ refusals: Array.from({ length: 3 }, () => `409 POST /api/tasks/${id}`) })
  await signIn(page, 'admin', `/task/${id}`)
  await page.getByRole('button', { name: 'Изменить', exact: true }).click()
  const form = dialogWith(page, 'Что сделать')
  await form.getByLabel('Что сделать').fill(`${title}, моё`)
  await form.getByLabel(/^Подробности/).fill('По две плитки')
  const admin = await adminClient()
  const { task } = await admin.call<{ task: { version: number } }>('GET', `/tasks/${id}`)
  await admin.call('PUT', `/tasks/${id}`, { title: `${title}, чужое`, version: task.version })

  await form.getByRole('button', { name: 'Сохранить изменения' }).click()
  const question = page.getByRole('dialog').filter({ hasText: 'Пока вы правили' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  expect(await form.getByLabel('Что сделать').inputValue()).toBe(`${title}, моё`)
  expect(await form.getByLabel(/^Подробности/).inputValue()).toBe('По две плитки')

  await form.getByRole('button', { name: 'Сохранить изменения' }).click()
  await question.getByRole('button', { name: 'Вернуться к форме' }).click()
  await question.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Сохранить изменения' }).click()
  await question.getByRole('button', { name: 'Сохранить выбранное' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: `${title}, моё` }).waitFor()
  await page.getByText('По две плитки').waitFor()
})

test('rows of many tasks are there again after a reload, and take more rows', async () => {
  const page = await openPage()
  const title = unique('Разобрать')
  await signIn(page, 'admin')
  const open = () => page.getByRole('button', { name: 'Сразу несколько' }).click()
  const sheet = page.getByRole('dialog', { name: 'Сразу несколько задач' })
  const cell = (row: number) =>
    sheet.getByRole('combobox', { name: `Что сделать, строка ${row}`, exact: true })
  await open()
  await cell(1).fill(`${title} 1`)
  await cell(2).fill(`${title} 2`)
  await expect.poll(async () => JSON.stringify(await keptDrafts(page))).toContain(`${title} 2`)
  await page.reload()
  await open()
  await restored(page).waitFor()
  expect([await cell(1).inputValue(), await cell(2).inputValue()]).toEqual([`${title} 1`, `${title} 2`])
  await sheet.getByRole('button', { name: 'Добавить строку' }).click()
  await cell(6).fill(`${title} 3`)
  await sheet.getByRole('button', { name: 'Создать 3 задачи' }).click()
  await sheet.waitFor({ state: 'detached' })
  expect([await countTasks(title), await keptDrafts(page)]).toEqual([3, []])
})
