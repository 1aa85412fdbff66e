import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'

const { openPage } = useBrowser()

/** A title that no other test uses. */
const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

const dialogOf = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })

type NewTask = { title: string; quantity?: number; assignee?: string; needsReview?: boolean }

/** Creates a task through the form, by keyboard where possible. */
async function createTask(
  page: Page,
  { title, quantity = 1, assignee, needsReview = false }: NewTask,
): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
  await page.keyboard.press('KeyN')
  const form = dialogOf(page)
  await form.getByLabel('Что сделать').waitFor()
  await page.keyboard.type(title)
  if (assignee) {
    await form.getByLabel('Исполнитель').fill(assignee)
    await page.getByRole('option', { name: assignee }).click()
  }
  await form.getByLabel('Количество').fill(String(quantity))
  if (needsReview) await form.getByLabel('Проверить, прежде чем засчитать').check()
  await page.keyboard.press('Control+KeyS')
  await form.waitFor({ state: 'detached' })
  const said = await notice(page, /Задача \d+ создана/)
    .last()
    .textContent()
  return said?.match(/\d+/)?.[0] ?? ''
}

describe('the main workflow', () => {
  test('an admin creates a task, staff do it on a phone, and the admin sees it live', async () => {
    const title = unique('Плед')
    const admin = await openPage()
    await signIn(admin, 'admin')
    await createTask(admin, { title, quantity: 3, assignee: people.staff.name })
    await admin.getByRole('searchbox').fill(title)
    const row = admin.getByRole('row').filter({ hasText: title })
    await row.getByText('Открыта').waitFor()

    const phone = await openPage({ width: 360 })
    await signIn(phone, 'staff')
    await phone.getByRole('button', { name: `Начать: ${title}` }).click()
    const card = phone.getByRole('region', { name: `Идёт задача: ${title}` })
    await card.getByRole('button', { name: 'На одну больше' }).click()
    await card.getByRole('button', { name: 'На одну больше' }).click()
    await card.getByText('Осталась 1 шт.').waitFor()
    await row.getByText('В работе').waitFor()
    await row.getByText('2 из 3').waitFor()

    await card.getByRole('button', { name: 'Пауза' }).click()
    await phone.getByRole('button', { name: `Продолжить: ${title}` }).click()
    await card.getByRole('button', { name: 'Готово', exact: true }).click()
    await dialogOf(phone).getByRole('button', { name: 'Сделаны все 3' }).click()
    await notice(phone, /готова/).waitFor()
    await card.waitFor({ state: 'detached' })

    await admin.getByRole('button', { name: /^Все/ }).click()
    await admin.getByRole('searchbox').fill(title)
    await row.getByText('Готова').waitFor()
    await row.getByText('3 из 3').waitFor()
  })

  test('work that needs a review is returned with a reason and then approved', async () => {
    const title = unique('Свечи')
    const admin = await openPage()
    await signIn(admin, 'admin')
    const id = await createTask(admin, { title, assignee: people.staff.name, needsReview: true })

    const phone = await openPage({ width: 360 })
    await signIn(phone, 'staff', `/task/${id}`)
    await phone.getByRole('button', { name: 'Начать', exact: true }).click()
    await phone.getByRole('button', { name: 'Готово', exact: true }).click()
    await notice(phone, /на проверке/).waitFor()

    await admin.goto(`/task/${id}`)
    await admin.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await dialogOf(admin).getByLabel('Что нужно поправить').fill('Нет вкладыша')
    await dialogOf(admin).getByRole('button', { name: 'Вернуть', exact: true }).click()
    await admin.getByText('Возвращена: Нет вкладыша').waitFor()

    await phone.getByText('Возвращена: Нет вкладыша').waitFor()
    await phone.getByRole('button', { name: 'Продолжить', exact: true }).click()
    await phone.getByRole('button', { name: 'Готово', exact: true }).click()
    await admin.getByRole('button', { name: 'Принять', exact: true }).click()
    await notice(admin, /принята/).waitFor()
    await admin.getByRole('main').getByText('Готова', { exact: true }).first().waitFor()
  })

  test('starting another task pauses the first and says so', async () => {
    const [first, second] = [unique('Первая'), unique('Вторая')]
    const admin = await openPage()
    await signIn(admin, 'admin')
    for (const title of [first, second]) await createTask(admin, { title, assignee: people.staff.name })
    const phone = await openPage({ width: 360 })
    await signIn(phone, 'staff')
    await phone.getByRole('button', { name: `Начать: ${first}` }).click()
    await phone.getByRole('region', { name: `Идёт задача: ${first}` }).waitFor()
    await phone.getByRole('button', { name: `Начать: ${second}` }).click()
    await notice(phone, /идёт, задача \d+ на паузе/).waitFor()
    await phone.getByRole('button', { name: `Продолжить: ${first}` }).waitFor()
  })
})

describe('the list', () => {
  test('keeps view, search and sorting in the address', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('button', { name: /^Все/ }).click()
    await page.getByRole('searchbox').fill('Набор')
    await page.getByRole('button', { name: /^Оплата/ }).click()
    await page.waitForURL(/sort_by=money/)
    await page.waitForURL(/search=/)
    const rowsOf = async (of: Page) => (await of.getByRole('row').allTextContents()).slice(1)
    const findsOnly = (rows: string[]) => rows.length > 1 && rows.every((row) => /набор/i.test(row))
    await expect.poll(async () => findsOnly(await rowsOf(page)), { timeout: 15_000 }).toBe(true)
    const rows = await rowsOf(page)
    const again = await openPage()
    await signIn(again, 'admin', page.url())
    await expect.poll(() => rowsOf(again), { timeout: 15_000 }).toEqual(rows)
  })

  test('needs no mouse: search by /, arrows to a row, Enter to open it', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('row').nth(2).waitFor()
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.keyboard.press('Escape')
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/task/*')
  })

  test('says that nothing was found, and clears the filters', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('searchbox').fill('такого точно нет')
    await page.getByText('Ничего не нашлось').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await page.getByRole('row').nth(1).waitFor()
  })
})

describe('the form', () => {
  test('reports a missing value at its field and focuses it', async () => {
    const page = await openPage({ refusals: ['422 POST /api/tasks/create'] })
    await signIn(page, 'admin')
    await page.getByRole('button', { name: /Новая задача/ }).click()
    const form = dialogOf(page)
    await form.getByRole('button', { name: 'Создать задачу' }).click()
    await form.getByText('Заполните поле').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
    await expectAccessible(page)
  })

  test('changes a task, and the history shows the change', async () => {
    const title = unique('Мыло')
    const page = await openPage()
    await signIn(page, 'admin')
    const id = await createTask(page, { title })
    await page.goto(`/task/${id}`)
    await page.getByRole('button', { name: 'Изменить', exact: true }).click()
    await dialogOf(page).getByLabel('Оплата за всю задачу').fill('1250,50')
    await dialogOf(page).getByRole('button', { name: 'Сохранить изменения' }).click()
    await page.getByText('Оплата: 0 ₽ → 1 250,50 ₽').waitFor()
    await page.getByLabel('Новый комментарий').fill('Коробки у ворот 3')
    await page.getByRole('button', { name: 'Отправить' }).click()
    await page.getByRole('listitem').getByText('Коробки у ворот 3').waitFor()
  })

  test('the dialog before a cancellation names the task and focuses the harmless button', async () => {
    const title = unique('Чай')
    const page = await openPage()
    await signIn(page, 'admin')
    const id = await createTask(page, { title })
    await page.goto(`/task/${id}`)
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Отменить задачу' }).click()
    await dialogOf(page).getByText(`Отменить задачу ${id}?`).waitFor()
    await page.keyboard.press('Enter')
    await dialogOf(page).waitFor({ state: 'detached' })
    await page.getByText('Открыта').first().waitFor()
    await page.getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Отменить задачу' }).click()
    await dialogOf(page).getByRole('button', { name: 'Отменить задачу' }).click()
    await page.getByText('Отменена').first().waitFor()
  })
})

const views = ([360, 1440] as const).flatMap((width) =>
  (['ru', 'en'] as const).map((locale) => ({ width, locale })),
)

test.each(views)('the pages of tasks are accessible and fit the screen: $width px, $locale', async (view) => {
  for (const who of ['admin', 'staff'] as const) {
    const page = await openPage(view)
    await signIn(page, who)
    const link = page.getByRole('main').locator('a[href^="/task/"]').first()
    await link.waitFor()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.goto((await link.getAttribute('href')) ?? '')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  }
})

test('asks the second editor of a field to choose a value', async () => {
  const title = unique('Шоколад')
  const refusals: string[] = []
  const page = await openPage({ refusals })
  await signIn(page, 'admin')
  const id = await createTask(page, { title })
  refusals.push(`409 POST /api/tasks/${id}`)
  await page.goto(`/task/${id}`)
  await page.getByRole('button', { name: 'Изменить', exact: true }).click()
  await dialogOf(page).getByLabel('Что сделать').fill(`${title}, моё`)

  const other = await openPage()
  await signIn(other, 'owner', `/task/${id}`)
  await other.getByRole('button', { name: 'Изменить', exact: true }).click()
  await dialogOf(other).getByLabel('Что сделать').fill(`${title}, чужое`)
  await dialogOf(other).getByRole('button', { name: 'Сохранить изменения' }).click()
  await notice(other, /изменена/).waitFor()

  await dialogOf(page).getByRole('button', { name: 'Сохранить изменения' }).click()
  const question = dialogOf(page).filter({ hasText: 'Пока вы правили' })
  await question.getByText(people.owner.name).waitFor()
  await expectAccessible(page)
  await question.getByRole('radio', { name: `У них: ${title}, чужое` }).check()
  await question.getByRole('button', { name: 'Сохранить выбранное' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: `${title}, чужое` }).waitFor()
})
