import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { countTasks, makeTasks, unique } from '../made/made-tasks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

/** All presses of a test are made within this time, also on a busy machine. */
const slowMs = 2500

/** Requests to this address run at once, but their answers are delayed. */
const slow = (page: Page, path: string) =>
  page.route(`**/api${path}`, async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, slowMs))
    await route.fulfill({ response }).catch(() => undefined)
  })

async function openForm(title: string) {
  const page = await openPage()
  await slow(page, '/tasks/create')
  await signIn(page, 'admin')
  await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
  await page.getByRole('button', { name: /Новая задача/ }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Что сделать').fill(title)
  return { page, form, send: form.getByRole('button', { name: 'Создать задачу' }) }
}

describe('a task is created once', () => {
  test('by a double click on a slow connection', async () => {
    const title = unique('Дважды')
    const { form, send } = await openForm(title)
    await send.dblclick()
    await send.click({ force: true, timeout: 500 }).catch(() => undefined)
    await form.waitFor({ state: 'detached' })
    expect(await countTasks(title)).toBe(1)
  })

  test('by Enter, the shortcut and a click together', async () => {
    const title = unique('Вместе')
    const { page, form, send } = await openForm(title)
    await form.getByLabel('Что сделать').press('Enter')
    await page.keyboard.press('Control+KeyS')
    await send.click({ force: true, timeout: 500 }).catch(() => undefined)
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    expect(await countTasks(title)).toBe(1)
  })

  test('by a person who goes back while the request is sent', async () => {
    const title = unique('Назад')
    const { page, send } = await openForm(title)
    const sent = page.waitForRequest('**/api/tasks/create')
    await send.click()
    await sent
    await page.goBack()
    // Each check signs in, and too many sign-ins would end the user's own session.
    await expect.poll(() => countTasks(title), { interval: 1000, timeout: 10_000 }).toBe(1)
    await page.goto('/tasks')
    await page.getByRole('heading', { level: 1, name: 'Задачи' }).waitFor()
    expect(await countTasks(title)).toBe(1)
  })
})

test('a double tap on a slow connection finishes work only once', async () => {
  const api = new ApiClient(site().address)
  await api.signIn(people.admin.login, password)
  const { users } = await api.call<{ users: { id: number }[] }>('POST', '/users', {
    search: people.staff.name,
  })
  const title = unique('Готово')
  const [id] = await makeTasks([{ title, ...(users[0] && { user_id: users[0].id }) }])
  const phone = await openPage({ width: 360 })
  await signIn(phone, 'staff', `/task/${id}`)
  for (const step of ['start', 'pause', 'finish']) await slow(phone, `/tasks/${id}/${step}`)
  await phone.getByRole('button', { name: 'Начать', exact: true }).dblclick()
  await phone.getByRole('button', { name: 'Готово', exact: true }).dblclick()
  await phone.getByRole('main').getByText('Готова', { exact: true }).first().waitFor()
  // The finish waits ten seconds, in which it can be taken back.
  const readSteps = async () => {
    const { task } = await api.call<{ task: { status: string; history: { kind: string }[] } }>(
      'GET',
      `/tasks/${id}`,
    )
    return [task.status, ...task.history.map(({ kind }) => kind).toSorted()]
  }
  await expect
    .poll(readSteps, { interval: 1000, timeout: 20_000 })
    .toEqual(['done', 'create', 'finish', 'start'])
})
