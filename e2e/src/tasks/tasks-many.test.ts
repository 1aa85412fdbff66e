import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { countTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'

const { openPage } = useBrowser()

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Сразу несколько задач' })
// The column of the title offers sets.
const roleOf = (name: string) => (name === 'Что сделать' ? 'combobox' : 'textbox')
const cell = (page: Page, name: string, row: number) =>
  sheet(page).getByRole(roleOf(name), { name: `${name}, строка ${row}`, exact: true })
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })

async function openSheet(page: Page) {
  await signIn(page, 'admin')
  await page.getByRole('button', { name: 'Сразу несколько' }).click()
  await cell(page, 'Что сделать', 1).waitFor()
}

/** Pastes text as a spreadsheet puts it on the clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

describe('many tasks at once', () => {
  test('are entered by keyboard alone', async () => {
    const title = unique('Плед')
    const page = await openPage()
    await openSheet(page)
    await expectAccessible(page)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Что сделать, строка 1')
    await page.keyboard.type(`${title} первый`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('12')
    await page.keyboard.press('Control+KeyD')
    await cell(page, 'Что сделать', 2).fill(`${title} второй`)
    await page.keyboard.press('Enter')
    await page.keyboard.type(`${title} третий`)
    await page.keyboard.press('Control+KeyS')
    await notice(page, /Созданы 3 задачи/).waitFor()
    await sheet(page).waitFor({ state: 'detached' })
    await page.getByRole('searchbox').fill(title)
    await page
      .getByRole('row')
      .filter({ hasText: `${title} второй` })
      .getByText('0 из 12')
      .waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: `${title} третий` })
      .getByText('0 из 1')
      .waitFor()
  })

  test('are pasted from a spreadsheet and take shared values from the fields above', async () => {
    const title = unique('Чай')
    const page = await openPage()
    await openSheet(page)
    await sheet(page).getByLabel('Оплата', { exact: true }).fill('500')
    await cell(page, 'Что сделать', 1).focus()
    await paste(
      page,
      `${title} 1\t10\t${people.staff.name}\t31.12.2030 16:00\t1 250,50 ₽\t40\r\n${title} 2\t5\r\n`,
    )
    await sheet(page)
      .getByText(/^2 задачи/)
      .waitFor()
    await sheet(page).getByRole('button', { name: 'Создать 2 задачи' }).click()
    await notice(page, /Созданы 2 задачи/).waitFor()
    await page.getByRole('searchbox').fill(title)
    const first = page.getByRole('row').filter({ hasText: `${title} 1` })
    await first.getByText(people.staff.name).waitFor()
    await first.getByText(/1\s250,50\s₽/).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: `${title} 2` })
      .getByText(/500,00\s₽/)
      .waitFor()
  })

  test('an error found by the page or the server is at its cell, and nothing is created', async () => {
    const title = unique('Мыло')
    const page = await openPage({ refusals: ['422 POST /api/tasks/create_many'] })
    await openSheet(page)
    await cell(page, 'Что сделать', 1).fill(title)
    await cell(page, 'Количество', 2).fill('много')
    await sheet(page)
      .getByRole('button', { name: /^Создать/ })
      .click()
    await sheet(page).getByText('Напишите, что сделать').waitFor()
    await sheet(page).getByText('Это не целое число: много').waitFor()
    await expectAccessible(page)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Что сделать, строка 2')
    await cell(page, 'Что сделать', 2).fill(title)
    // Only the server checks that a task has at least one piece.
    await cell(page, 'Количество', 2).fill('0')
    await sheet(page)
      .getByRole('button', { name: /^Создать/ })
      .click()
    await sheet(page).getByText('Не меньше 1').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
      .toBe('Количество, строка 2')
    expect(await countTasks(title)).toBe(0)
  })

  test('a retry after a lost answer creates nothing twice', async () => {
    const title = unique('Соль')
    const lost = /net::ERR_(FAILED|CONNECTION_FAILED) POST .*create_many/
    const problems: string[] = []
    const page = await openPage({ refusals: problems })
    await openSheet(page)
    let keys: (string | undefined)[] = []
    await page.route('**/api/tasks/create_many', async (route) => {
      keys = [...keys, route.request().headers()['idempotency-key']]
      if (keys.length > 1) return route.continue()
      // The server creates the tasks, but its answer does not arrive.
      await route.fetch()
      problems.push(`net::ERR_FAILED POST ${route.request().url()}`)
      await route.abort()
    })
    await cell(page, 'Что сделать', 1).fill(title)
    await sheet(page).getByRole('button', { name: 'Создать 1 задачу' }).click()
    await notice(page, /сервер не ответил/).waitFor()
    await sheet(page).getByRole('button', { name: 'Создать 1 задачу' }).click()
    await notice(page, /Создана 1 задача/).waitFor()
    expect(keys[0]).toBe(keys[1])
    expect(problems.every((problem) => lost.test(problem))).toBe(true)
    expect(await countTasks(title)).toBe(1)
  })

  test('closing the dialog asks before typed data is lost', async () => {
    const page = await openPage()
    await openSheet(page)
    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Сразу несколько' }).click()
    await cell(page, 'Что сделать', 1).fill('Не потерять')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' })
    await question.getByRole('button', { name: 'Остаться' }).click()
    expect(await cell(page, 'Что сделать', 1).inputValue()).toBe('Не потерять')
    await sheet(page).getByRole('button', { name: 'Закрыть' }).click()
    await question.getByRole('button', { name: 'Уйти' }).click()
    await sheet(page).waitFor({ state: 'detached' })
  })

  test('are limited to 200, and a notice says so', async () => {
    const page = await openPage()
    await openSheet(page)
    await cell(page, 'Что сделать', 1).focus()
    await paste(page, Array.from({ length: 230 }, (_, row) => `Строка ${row}`).join('\n'))
    await notice(page, /Вставлено строк: 200 из 230/).waitFor()
    await sheet(page).getByRole('button', { name: 'Создать 200 задач' }).waitFor()
    expect(await sheet(page).getByRole('button', { name: 'Добавить строку' }).isDisabled()).toBe(true)
  })
})

test('many tasks at once are created on a phone', async () => {
  const title = unique('Кружки')
  const page = await openPage({ width: 360, theme: 'dark' })
  await openSheet(page)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await cell(page, 'Что сделать', 1).fill(`${title} 1`)
  await sheet(page).getByRole('button', { name: 'Повторить строку 1' }).click()
  await cell(page, 'Что сделать', 2).fill(`${title} 2`)
  await sheet(page).getByRole('button', { name: 'Создать 2 задачи' }).click()
  await notice(page, /Созданы 2 задачи/).waitFor()
  expect(await countTasks(title)).toBe(2)
})
