import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { adminClient, makeTasks, unique } from '../made/made-tasks.ts'
import { password, people, signIn, signInByForm } from '../people.ts'
import { site } from '../site.ts'
import { keeps, keptBy } from './kept-data.ts'

const { openPage } = useBrowser({ hasWorker: true })

const keepsNothing = (page: Page) => expect.poll(() => keptBy(page), { timeout: 5000 }).toBe('[]')

/** Whose answers and session are kept, each person once. */
const keptPeople = async (page: Page): Promise<string[]> => [
  ...new Set(
    [...(await keptBy(page)).matchAll(/"(?:key|person)":"(\d+\.\d+)/g)].map(([, person = '']) => person),
  ),
]

const line = (page: Page) => page.getByText(/^Связи нет\. Данные от/)

/** Signs in as staff, and looks at the pages that are later opened without a connection. */
async function lookAround(page: Page, taskId: number, title: string): Promise<void> {
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('main').getByText(title).first().waitFor()
  await keeps(page, title)
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Деньги' }).click()
  await page.getByRole('heading', { level: 1, name: 'Деньги' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Задачи' }).click()
  await page.getByRole('main').getByText(title).first().click()
  await page.waitForURL(`**/task/${taskId}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.waitForLoadState('networkidle')
  // The lists, and the task by itself.
  await keeps(page, `\\"task\\":{\\"id\\":${taskId}`)
}

const errors: string[] = []
afterEach(() => expect(errors.splice(0)).toEqual([]))

async function reopen(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(path)
  return page
}

test('shows the last data without a connection, says how old it is, and reads it again when the line is back', async () => {
  const title = unique('Задача в подвале')
  const client = await adminClient()
  const staff = new ApiClient(site().address)
  await staff.signIn(people.staff.login, password)
  const [id = 0] = await makeTasks([{ title, user_id: await ownId(staff) }])
  const first = await openPage({ width: 1440, refusals: [] })
  await lookAround(first, id, title)
  const context = first.context()
  await first.close()
  await context.setOffline(true)

  const page = await reopen(context, '/tasks')
  await page.getByRole('main').getByText(title).waitFor()
  await expect.poll(() => line(page).textContent()).toMatch(/Данные от \d\d:\d\d/)
  await page.getByRole('main').getByText(title).first().click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Деньги' }).click()
  await page.getByRole('heading', { level: 1, name: 'Деньги' }).waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: 'Повторить' }).count()).toBe(0)
  await page
    .getByRole('navigation', { name: 'Главное меню' })
    .getByRole('link', { name: 'Инструкции' })
    .click()
  await page.getByText(/копии этих данных на устройстве нет/).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Повторить' }).waitFor()

  const fresh = unique('Задача после подвала')
  await client.call('PUT', `/tasks/${id}`, { title: fresh })
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Задачи' }).click()
  await page.getByRole('main').getByText(title).waitFor()
  await context.setOffline(false)
  await page.getByRole('main').getByText(fresh).waitFor()
  await line(page).waitFor({ state: 'detached' })
}, 90_000)

test('nothing of a person is kept after they have signed out', async () => {
  const page = await openPage({ width: 1440, refusals: [] })
  await signInByForm(page, 'staff')
  await keeps(page, people.staff.name)
  await page.getByRole('button', { name: people.staff.name }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).press('Enter')
  await page.waitForURL('**/login')
  await keepsNothing(page)
}, 60_000)

test('nothing of a person is kept when another one signs in, however they do it', async () => {
  const page = await openPage({ width: 1440, losesSession: true })
  await signInByForm(page, 'staff')
  await keeps(page, people.staff.name)
  const [staff] = await keptPeople(page)
  // As from a login page in another tab that was opened before.
  await signIn(page, 'admin')
  const others = async () => (await keptPeople(page)).filter((person) => person !== staff)
  await expect.poll(others, { timeout: 15_000 }).toHaveLength(1)
  expect(await keptPeople(page)).not.toContain(staff)
}, 60_000)

test('a session that ended meanwhile ends on the page too, and its data is deleted', async () => {
  const page = await openPage({ width: 1440, losesSession: true })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await keeps(page, people.staff.name)
  const context = page.context()
  await page.close()
  await context.setOffline(true)
  const opened = await reopen(context, '/tasks')
  await line(opened).waitFor()
  const other = new ApiClient(site().address)
  await other.signIn(people.staff.login, password)
  await other.call('DELETE', '/user/sessions')
  await context.setOffline(false)
  await opened.waitForURL('**/login*')
  await opened.getByRole('button', { name: 'Войти' }).waitFor()
  await keepsNothing(opened)
}, 60_000)

test('without the cookies of the session nothing kept is shown', async () => {
  const page = await openPage({ width: 360, refusals: [] })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await keeps(page, people.staff.name)
  const context = page.context()
  await page.close()
  // As when a browser is closed whose person did not want to stay signed in.
  await context.clearCookies()
  await context.setOffline(true)
  const opened = await reopen(context, '/tasks')
  await opened.getByText('Связи нет. Артель откроется').first().waitFor()
  expect(await opened.getByText(people.staff.name).count()).toBe(0)
}, 60_000)

test('a refusal of the server is no lost connection: nothing kept is shown', async () => {
  const page = await openPage({ width: 360, refusals: ['500 POST /api/auth/init'] })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await keeps(page, people.staff.name)
  await page.route('**/api/auth/init', (route) =>
    route.fulfill({ status: 500, json: { status: false, code: 'internal', message: 'Failed' } }),
  )
  await page.goto('/tasks')
  await page.getByRole('heading', { name: 'Не удалось открыть Артель' }).waitFor()
  // Longer than the page waits for an answer.
  await page.waitForTimeout(5000)
  expect(await page.getByRole('heading', { name: 'Задачи', level: 1 }).count()).toBe(0)
}, 60_000)

test('a line that carries nothing counts as lost: the last data is shown after some seconds', async () => {
  const page = await openPage({ width: 360, refusals: [] })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await keeps(page, people.staff.name)
  // Requests that get no answer at all.
  await page.route('**/api/**', () => undefined)
  await page.goto('/tasks')
  await page.getByRole('heading', { name: 'Задачи', level: 1 }).waitFor()
  await line(page).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await line(page).waitFor({ state: 'detached' })
}, 60_000)

async function ownId(client: ApiClient): Promise<number> {
  const { user } = await client.call<{ user: { id: number } }>('POST', '/auth/init')
  return user.id
}
