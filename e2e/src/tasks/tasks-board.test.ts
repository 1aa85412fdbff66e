import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}: `) })
const rail = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^Показать столбец «${name}»`) })
const cardIn = (page: Page, name: string, title: string) =>
  column(page, name).getByRole('listitem', { name: new RegExp(title) })
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })

async function openBoard(page: Page, search: string, who: 'admin' | 'owner' = 'admin') {
  await signIn(page, who, `/tasks?layout=board&search=${encodeURIComponent(search)}`)
  await page.getByRole('region', { name: 'Задачи по статусам' }).waitFor()
}

describe('the board on a desktop', () => {
  test('a card can be dragged only into columns that a step from its status leads to', async () => {
    const title = unique('Плед')
    await makeTasks([{ title }])
    const page = await openPage()
    // Work by an admin goes to review.
    await openBoard(page, title, 'owner')
    const card = cardIn(page, 'Открыта', title)
    await card.dragTo(column(page, 'На проверке'))
    await card.dragTo(column(page, 'В работе'))
    await notice(page, /идёт/).waitFor()
    await cardIn(page, 'В работе', title).dragTo(column(page, 'На паузе'))
    await notice(page, /на паузе/).waitFor()
    await cardIn(page, 'На паузе', title).dragTo(rail(page, 'Готова'))
    await notice(page, /готова/).waitFor()
    await rail(page, 'Готова').click()
    await cardIn(page, 'Готова', title).waitFor()
    expect(await column(page, 'Готова').getAttribute('aria-label')).toBe('Готова: 1')
  })

  test('during a drag, possible columns name the step and others are marked impossible', async () => {
    const title = unique('Чай')
    await makeTasks([{ title }])
    const page = await openPage()
    await openBoard(page, title)
    const box = await cardIn(page, 'Открыта', title).boundingBox()
    if (!box) throw new Error('The card is not on the screen')
    await page.mouse.move(box.x + 40, box.y + 40)
    await page.mouse.down()
    await page.mouse.move(box.x + 60, box.y + 60, { steps: 5 })
    await page.mouse.move(box.x + 80, box.y + 60, { steps: 5 })
    await column(page, 'В работе').getByText('Взять').waitFor()
    const drop = (name: string) => column(page, name).getAttribute('data-drop')
    expect([await drop('Открыта'), await drop('В работе'), await drop('На паузе')]).toEqual([
      null,
      'possible',
      'impossible',
    ])
    expect(await rail(page, 'Отменена').getAttribute('data-drop')).toBe('possible')
    await page.mouse.up()
    await cardIn(page, 'Открыта', title).waitFor()
  })

  test('needs no mouse: Space moves a card, which keeps the focus, and Enter opens it', async () => {
    const title = unique('Мыло')
    await makeTasks([{ title }])
    const page = await openPage()
    await openBoard(page, title)
    await cardIn(page, 'Открыта', title).focus()
    await page.keyboard.press('Space')
    await page.getByRole('menuitem', { name: 'Взять: в столбец «В работе»' }).waitFor()
    await page.keyboard.press('Enter')
    const moved = cardIn(page, 'В работе', title)
    await moved.waitFor()
    await expect.poll(() => moved.evaluate((card) => card === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/task/*')
  })

  test('returning a task asks for the reason before the card moves', async () => {
    const title = unique('Свечи')
    await makeTasks([{ title, requires_review: true }], ['start', 'finish'])
    const page = await openPage()
    await openBoard(page, title)
    await cardIn(page, 'На проверке', title).dragTo(column(page, 'На паузе'))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Что нужно поправить').fill('Нет вкладыша')
    await cardIn(page, 'На проверке', title).waitFor()
    await dialog.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await cardIn(page, 'На паузе', title).waitFor()
  })

  test('shows the steps of a colleague live, and hides a column by the filter', async () => {
    const title = unique('Соль')
    const [id] = await makeTasks([{ title }, { title }])
    const page = await openPage()
    await openBoard(page, title)
    await page.getByRole('region', { name: 'Открыта: 2' }).waitFor()
    const other = await openPage()
    await signIn(other, 'owner', `/task/${id}`)
    await other.getByRole('button', { name: 'Взять' }).click()
    await cardIn(page, 'В работе', title).waitFor()
    await page.getByRole('region', { name: 'Открыта: 1' }).waitFor()
    await page.getByRole('button', { name: 'Скрыть столбец «На паузе»' }).click()
    await rail(page, 'На паузе').waitFor()
    await page.waitForURL(/status=/)
  })

  test('a long column loads page by page', async () => {
    const title = unique('Длинная')
    await makeTasks(Array.from({ length: 30 }, () => ({ title })))
    const page = await openPage()
    await openBoard(page, title)
    const cards = column(page, 'Открыта').getByRole('listitem')
    await expect.poll(() => cards.count()).toBe(25)
    await column(page, 'Открыта').getByRole('button', { name: 'Показать ещё 5' }).click()
    await expect.poll(() => cards.count()).toBe(30)
  })

  test('is remembered for the person, and the address names the layout', async () => {
    const page = await openPage()
    await signIn(page, 'owner')
    const kept = page.waitForResponse((response) => response.url().includes('/api/settings'))
    await page.getByText('Доска', { exact: true }).click()
    await page.waitForURL(/layout=board/)
    expect((await kept).ok()).toBe(true)
    await page.goto('/tasks')
    await column(page, 'Открыта').waitFor()
    const back = page.waitForResponse((response) => response.url().includes('/api/settings'))
    await page.getByText('Таблица', { exact: true }).click()
    await page.getByRole('row').nth(1).waitFor()
    await back
  })
})

test('on a phone the columns are tabs, and a card is moved by its menu', async () => {
  const title = unique('Кружки')
  await makeTasks([{ title }])
  const page = await openPage({ width: 360 })
  await openBoard(page, title)
  await page.getByRole('listitem', { name: new RegExp(title) }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: /В работе/ }).click()
  await notice(page, /идёт/).waitFor()
  await page.getByText('Задач нет').waitFor()
  await page.getByRole('button', { name: /^В работе 1$/ }).click()
  await page.getByRole('listitem', { name: new RegExp(title) }).waitFor()
})

test('the board is accessible and fits the screen', async () => {
  const page = await openPage({ locale: 'en' })
  await signIn(page, 'admin', '/tasks?layout=board')
  await page.getByRole('listitem').nth(5).waitFor()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})
