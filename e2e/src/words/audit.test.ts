import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

/** Adds an entry to the audit log through the API. */
async function changeGrace(): Promise<number> {
  const minutes = 60 + Math.floor(Math.random() * 600)
  const api = new ApiClient(site().address)
  await api.signIn(people.owner.login, password)
  const settings = { hours: { grace_minutes: minutes } }
  await api.call('POST', '/settings', { _method: 'PUT', parent: 'company', settings })
  return minutes
}

describe('the audit log', () => {
  test('shows the owner who changed what, and is downloaded as a file', async () => {
    const minutes = await changeGrace()
    const page = await openPage()
    await signIn(page, 'owner')
    await page.getByRole('link', { name: 'Настройки' }).click()
    await page.getByRole('link', { name: 'Журнал' }).click()
    await page.getByRole('region', { name: 'Записи журнала' }).waitFor()
    await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
    await page.getByRole('button', { name: 'Что', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Настройки изменены' }).check()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row').filter({ hasText: String(minutes) })
    await row.getByText('Анна Северова').waitFor()
    // The old rows stay until the filtered list arrives.
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Вход' }).count()).toBe(0)
    await expectAccessible(page)

    await row.getByRole('button', { name: 'Настройки изменены' }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Настройки изменены' })
    await panel.getByRole('row', { name: `Минут до закрытия смены` }).getByText(String(minutes)).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })

    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать' }).click()
    await page.getByRole('menuitem', { name: 'Простая таблица, .csv' }).click()
    const download = await begun
    expect(download.suggestedFilename()).toMatch(/^Журнал \d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain(`Минут до закрытия смены: ${minutes}`)
    expect(text).not.toContain('Вход')
  })

  test('fits a phone, in English and in dark mode', async () => {
    const minutes = await changeGrace()
    const page = await openPage({ width: 360, theme: 'dark', locale: 'en' })
    await signIn(page, 'owner', '/settings/audit')
    const card = page.getByRole('article').filter({ hasText: String(minutes) })
    await card.getByRole('button', { name: 'Settings changed' }).click()
    await page.getByRole('dialog', { name: 'Settings changed' }).getByText(String(minutes)).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test.each([
    [1440, 'ru', 'Задача изменена', 'Деньги', '9 000,50'],
    [360, 'en', 'Task changed', 'Money', '9,000.50'],
  ] as const)(
    'shows a change of the pay of a task, on %i px, in %s',
    async (width, locale, action, field, money) => {
      const api = new ApiClient(site().address)
      await api.signIn(people.admin.login, password)
      const title = `Свечи ${Date.now()} ${width}`
      const made = await api.call('POST', '/tasks/create', { title, money: 5000 })
      const { id } = (made as { task: { id: number } }).task
      await api.call('POST', `/tasks/${id}`, { _method: 'PUT', money: 900_050 })
      const page = await openPage({ width, locale })
      await signIn(page, 'owner', '/settings/audit')
      const row = page.getByRole(width === 360 ? 'article' : 'row').filter({ hasText: title })
      await row.getByRole('button', { name: action }).click()
      const panel = page.getByRole('dialog', { name: action })
      await panel.getByRole('row', { name: field }).getByText(money).waitFor()
      await expectAccessible(page)
    },
  )

  test('is for the owner only: an admin is told so and sees no link to it', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await page.getByRole('link', { name: 'Настройки' }).click()
    await page.getByRole('link', { name: 'График' }).waitFor()
    expect(await page.getByRole('link', { name: 'Журнал' }).count()).toBe(0)
    await page.goto('/settings/audit')
    await page.getByRole('heading', { name: 'Эта страница для владельца компании' }).waitFor()
    await expectAccessible(page)
  })
})

test('a list of tasks is downloaded as an Excel file', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  const begun = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать' }).click()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Книга Excel, .xlsx' }).click()
  const download = await begun
  expect(download.suggestedFilename()).toMatch(/^Задачи \d{4}-\d\d-\d\d\.xlsx$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})
