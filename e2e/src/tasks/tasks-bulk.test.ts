import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { countTasks, makeTasks, unique } from '../made/made-tasks.ts'
import { makeSomeone } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'

const { openPage } = useBrowser()

const bar = (page: Page) => page.getByRole('region', { name: 'Выбранное' })
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })
const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Выбрать задачу/ })

/** The list with only these tasks, including done ones. */
async function openList(page: Page, search: string) {
  await signIn(page, 'admin', `/tasks?layout=table&status=%5B%5D&search=${encodeURIComponent(search)}`)
}

const several = (title: string, count: number) => Array.from({ length: count }, () => ({ title }))

describe('a selection on a desktop', () => {
  test('is made by clicks, by a range with Shift, by Space, and cleared by Esc', async () => {
    const title = unique('Плед')
    await makeTasks(several(title, 6))
    const page = await openPage()
    await openList(page, title)
    await boxes(page).nth(0).click()
    await bar(page).getByText('Выбрано 1').waitFor()
    await boxes(page)
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('Выбрано 4').waitFor()
    await expectAccessible(page)
    await page.getByRole('row').nth(6).focus()
    await page.keyboard.press('Space')
    await bar(page).getByText('Выбрано 5').waitFor()
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
  })

  test.each([1440, 390] as const)(
    'cannot include rows that a running search will replace, %i px',
    async (width) => {
      const title = unique('Ковёр')
      await makeTasks(several(title, 2))
      const page = await openPage({ width })
      await openList(page, unique('ничего').slice(0, 3))
      await page.getByRole('searchbox').fill('Набор')
      const select = width < 700 ? page.getByRole('button', { name: 'Выбрать' }) : null
      await select?.click()
      await expect.poll(() => boxes(page).count()).toBeGreaterThan(2)
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/listing/tasks?*', async (route) => {
        await held
        await route.continue()
      })
      await page.getByRole('searchbox').fill(title)
      await expect.poll(() => boxes(page).first().isDisabled()).toBe(true)
      await boxes(page).first().focus()
      await page.keyboard.press('Space')
      answer()
      await expect.poll(() => boxes(page).count()).toBe(2)
      await boxes(page).first().press('Space')
      await bar(page).getByText('Выбрано 1').waitFor()
    },
  )

  test('gets one value through one dialog, and the list shows it', async () => {
    const title = unique('Чай')
    await makeTasks(several(title, 3))
    const page = await openPage()
    await openList(page, title)
    await page.getByRole('checkbox', { name: 'Выбрать все на этой странице' }).click()
    await bar(page).getByRole('button', { name: 'Назначить' }).click()
    await dialog(page).getByText('Назначить 3 задачи').waitFor()
    await expectAccessible(page)
    await dialog(page).getByLabel('Исполнитель').fill(people.staff.name)
    await page.getByRole('option', { name: people.staff.name }).click()
    await dialog(page).getByRole('button', { name: 'Назначить 3' }).click()
    await notice(page, /Назначено 3 задачи|Назначены 3 задачи/).waitFor()
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: people.staff.name }).count(), { timeout: 15_000 })
      .toBe(3)
    await bar(page).waitFor({ state: 'detached' })
  })

  test('includes all matching tasks beyond the page', async () => {
    const title = unique('Соль')
    await makeTasks(several(title, 40))
    const page = await openPage()
    await openList(page, title)
    // The list has all found rows one answer later than the title of the first row.
    await expect.poll(() => page.getByRole('row').filter({ hasText: title }).count()).toBe(25)
    await page.getByRole('checkbox', { name: 'Выбрать все на этой странице' }).click()
    await bar(page).getByText('Выбрано 25').waitFor()
    await bar(page).getByRole('button', { name: 'Выбрать все 40' }).click()
    await bar(page).getByText('Выбрано 40').waitFor()
    await bar(page).getByRole('button', { name: 'Другие действия' }).click()
    await page.getByRole('menuitem', { name: 'Удалить' }).click()
    await dialog(page).getByText('Удалить 40 задач?').waitFor()
    await dialog(page).getByRole('button', { name: 'Удалить 40' }).click()
    await notice(page, /Удалено 40 задач/).waitFor()
    expect(await countTasks(title)).toBe(0)
  })

  test('keeps refused tasks selected and lists them with the reasons', async () => {
    const title = unique('Мыло')
    const someone = await makeSomeone('Проверкина')
    await makeTasks([{ title, user_id: someone.id, requires_review: true }], ['start', 'finish'])
    await makeTasks([{ title, requires_review: true }], ['start', 'finish'])
    const [open] = await makeTasks([{ title }])
    const page = await openPage()
    await openList(page, title)
    await page.getByRole('checkbox', { name: 'Выбрать все на этой странице' }).click()
    await bar(page).getByRole('button', { name: 'Принять' }).click()
    await dialog(page).getByRole('button', { name: 'Принять 3' }).click()
    const said = dialog(page).filter({ hasText: 'Изменено 1, не изменено 2' })
    await said.getByRole('listitem').filter({ hasText: 'она не на проверке' }).waitFor()
    // A user who takes a task from the pool becomes its assignee, and nobody approves their own pay.
    await said.getByRole('listitem').filter({ hasText: 'её примет другой администратор' }).waitFor()
    await expectAccessible(page)
    await said.getByRole('button', { name: 'Закрыть' }).click()
    await bar(page).getByText('Выбрано 2').waitFor()
    expect(await page.getByRole('checkbox', { name: new RegExp(`задачу ${open}:`) }).isChecked()).toBe(true)
  })

  test('is cleared by another filter', async () => {
    const title = unique('Кофе')
    await makeTasks(several(title, 2))
    const page = await openPage()
    await openList(page, title)
    await boxes(page).nth(0).click()
    await bar(page).waitFor()
    await page.getByRole('button', { name: /^Все/ }).click()
    await bar(page).waitFor({ state: 'detached' })
  })
})

test('on a phone a tap selects cards after selection is turned on', async () => {
  const title = unique('Свечи')
  await makeTasks(several(title, 3))
  const page = await openPage({ width: 360 })
  await openList(page, title)
  await page.getByRole('button', { name: 'Выбрать', exact: true }).click()
  const cards = page.getByRole('listitem').filter({ hasText: title })
  await cards.nth(0).tap()
  await cards.nth(2).tap()
  await bar(page).getByText('Выбрано 2').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await bar(page).getByRole('button', { name: 'Другие действия' }).click()
  await page.getByRole('menuitem', { name: 'Приоритет' }).click()
  await dialog(page).getByLabel('Приоритет').selectOption('urgent')
  await dialog(page).getByRole('button', { name: 'Изменить 2' }).click()
  await notice(page, /Приоритет изменён: 2 задачи/).waitFor()
  await bar(page).getByRole('button', { name: 'Снять выбор' }).click()
  await bar(page).waitFor({ state: 'detached' })
})
