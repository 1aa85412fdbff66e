import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { fillLogin, password, people, signInByForm } from '../people.ts'

const { openPage } = useBrowser()

/** All that a browser stores for the address of a page, as text. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const cached = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    const databases = await indexedDB.databases()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      cached,
      databases,
      document.cookie,
      history.state,
    ])
  })
}

test('the next person on the same tablet finds no data of the previous person', async () => {
  const title = unique('Тайный плед')
  const draft = unique('Недописанное')
  await makeTasks([{ title }])
  const page = await openPage()
  await signInByForm(page, 'admin')
  await page.getByRole('searchbox').fill(title)
  await page.getByRole('row').filter({ hasText: title }).waitFor()
  await page.goto('/users')
  await page.getByRole('searchbox').fill('Тайный человек')
  await page.goto('/tasks')
  await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
  await page.getByRole('button', { name: /Новая задача/ }).click()
  await page.getByRole('dialog').getByLabel('Что сделать').fill(draft)
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()
  await page.getByRole('dialog').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: people.admin.name }).click()
  // A mouse over the other items would preload their pages, and those requests would be refused after the
  // session ends.
  await page.getByRole('menuitem', { name: 'Выйти' }).press('Enter')
  await page.waitForURL('**/login')

  const left = await keptBy(page)
  for (const secret of [
    title,
    draft,
    'Тайный',
    people.admin.name,
    people.admin.login,
    '/api/',
    '/storage/',
  ]) {
    expect(left).not.toContain(secret)
  }
  // The next user is from the same company and may also create tasks.
  await fillLogin(page, people.owner.login, password)
  await page.waitForURL('**/tasks')
  await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
  await page.getByRole('button', { name: /Новая задача/ }).click()
  expect(await page.getByRole('dialog').getByLabel('Что сделать').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+KeyK')
  const palette = page.getByRole('combobox', { name: 'Поиск и команды' })
  await palette.waitFor()
  expect(await page.getByRole('listbox').textContent()).not.toContain(title)
  await page.keyboard.press('Escape')
  for (let back = 0; back < 4; back++) {
    await page.goBack().catch(() => null)
    if (page.url() === 'about:blank') break
    // A page from the back/forward cache would still be the previous user's.
    expect(await page.getByRole('button', { name: people.admin.name }).count()).toBe(0)
    expect(await page.locator('body').textContent()).not.toContain(draft)
  }
})
