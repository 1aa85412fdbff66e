import type { Task } from '@artel/contract/tasks/tasks'
import type { CurrentUser } from '@artel/contract/users/users'
import type { APIResponse, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
let owner: ApiClient
let staff: CurrentUser

beforeAll(async () => {
  owner = await signedIn(people.owner.login)
  ;({ user: staff } = await (await signedIn(people.staff.login)).call<{ user: CurrentUser }>(
    'POST',
    '/auth/init',
  ))
})

async function signedIn(login: string): Promise<ApiClient> {
  const client = new ApiClient(site().address)
  await client.signIn(login, password)
  return client
}

const dialog = (page: Page) => page.getByRole('dialog')
/** The label and the value of each fact are next to each other. */
const textOf = async (page: Page) => ((await dialog(page).textContent()) ?? '').replace(/\s+/g, ' ')
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })
/** Tasks in review, ten pieces each. */
async function makeReviewed(title: string, count: number): Promise<number[]> {
  const draft = { title, user_id: staff.id, requires_review: true, quantity: 10, money: 50_000, coins: 5 }
  return makeTasks(
    Array.from({ length: count }, () => draft),
    ['start', 'finish'],
  )
}

/** The owner returns the task, changes its price and finishes it again. */
async function reprice(id: number): Promise<void> {
  await owner.call('POST', `/tasks/${id}/return`, { reason: 'Не хватает крышек' })
  await owner.call('PUT', `/tasks/${id}`, { money: 90_000 })
  await owner.call('POST', `/tasks/${id}/start`, {})
  await owner.call('POST', `/tasks/${id}/finish`, { quantity_done: 7 })
}

/**
 * Always gives the page the first answer of each address that matches, as a slow connection does.
 * @returns a function that ends this
 */
async function freeze(page: Page, address: RegExp): Promise<() => Promise<void>> {
  const firsts = new Map<string, Promise<APIResponse>>()
  await page.route(address, async (route) => {
    // Each request has a number of its own.
    const url = route
      .request()
      .url()
      .replace(/&?_t=\d+/, '')
    const first = firsts.get(url) ?? route.fetch()
    firsts.set(url, first)
    await route.fulfill({ response: await first })
  })
  return () => page.unroute(address)
}

const statusOf = async (id: number) => {
  const { task } = await owner.call<{ task: Task }>('GET', `/tasks/${id}`)
  return task.status
}

test.each([1440, 360] as const)(
  'asks again before it approves a task with other terms than its page shows, %i px wide',
  async (width) => {
    const [id = 0] = await makeReviewed(unique('Набор'), 1)
    const page = await openPage({ width, refusals: [`409 POST /api/tasks/${id}/approve`] })
    const thaw = await freeze(page, new RegExp(`/api/tasks/${id}\\?`))
    await signIn(page, 'admin', `/task/${id}`)
    const approve = page.getByRole('main').getByRole('button', { name: 'Принять', exact: true })
    await approve.waitFor()
    await reprice(id)
    await approve.click()
    await dialog(page).getByText(`Задача ${id} уже не та, что вы видели`).waitFor()
    const told = await textOf(page)
    expect(told).toMatch(/Сделано ?10 → 7/)
    expect(told).toMatch(/Оплата ?500 ₽ → 900 ₽/)
    expect(told).toMatch(/Возвраты ?0 → 1/)
    expect(told).toContain(people.owner.name)
    // Unchanged terms are not listed.
    expect(told).not.toMatch(/Монеты|Исполнитель|Статус/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    expect(await statusOf(id)).toBe('review')
    await thaw()
    await dialog(page).getByRole('button', { name: 'Принять' }).click()
    await notice(page, new RegExp(`${id}`)).waitFor()
    expect(await statusOf(id)).toBe('done')
  },
)

test('shows media removed meanwhile, and the assignee of work in review cannot remove any', async () => {
  const assignee = await signedIn(people.staff.login)
  const draft = { title: unique('Набор'), user_id: staff.id, requires_review: true, money: 50_000 }
  const [id = 0] = await makeTasks([draft], ['start'])
  const form = new FormData()
  form.append('type', 'link')
  form.append('path', 'tasks')
  form.append('url', 'https://artel.test/box')
  form.append('name', 'Короб')
  const { multimedia } = await assignee.call<{ multimedia: { id: number } }>('POST', '/multimedia', form)
  await assignee.call('POST', `/tasks/${id}/multimedia`, { multimedia_ids: [multimedia.id] })
  await owner.call('POST', `/tasks/${id}/finish`, {})

  const own = await openPage({ width: 360 })
  await signIn(own, 'staff', `/task/${id}`)
  await own.getByText('artel.test', { exact: true }).waitFor()
  // The link can be neither removed nor renamed.
  expect(await own.getByRole('button', { name: 'Действия: Короб' }).count()).toBe(0)

  const page = await openPage({ refusals: [`409 POST /api/tasks/${id}/approve`] })
  await freeze(page, new RegExp(`/api/tasks/${id}\\?`))
  await signIn(page, 'admin', `/task/${id}`)
  const approve = page.getByRole('main').getByRole('button', { name: 'Принять', exact: true })
  await approve.waitFor()
  await owner.call('DELETE', `/tasks/${id}/multimedia`, { multimedia_ids: [multimedia.id] })
  await approve.click()
  await dialog(page).getByText(`Задача ${id} уже не та, что вы видели`).waitFor()
  expect(await textOf(page)).toMatch(new RegExp(`Фото и видео ?№ ${multimedia.id} Короб → нет`))
  expect(await statusOf(id)).toBe('review')
})

test('a task that is no longer in review is not approved, and its current state is shown', async () => {
  const [id = 0] = await makeReviewed(unique('Набор'), 1)
  const page = await openPage({ refusals: [`409 POST /api/tasks/${id}/approve`] })
  const thaw = await freeze(page, new RegExp(`/api/tasks/${id}\\?`))
  await signIn(page, 'admin', `/task/${id}`)
  const approve = page.getByRole('main').getByRole('button', { name: 'Принять', exact: true })
  await approve.waitFor()
  await owner.call('POST', `/tasks/${id}/return`, { reason: 'Не хватает крышек' })
  await approve.click()
  await dialog(page).getByText('Сделать это уже нельзя.').waitFor()
  expect(await textOf(page)).toMatch(/Статус ?На проверке → На паузе/)
  await thaw()
  await dialog(page).getByRole('button', { name: 'Понятно' }).click()
  await approve.waitFor({ state: 'detached' })
  expect(await statusOf(id)).toBe('paused')
})

test('a bulk approval keeps tasks with changed terms selected until they have been seen', async () => {
  const title = unique('Набор')
  const [changed = 0, other = 0] = await makeReviewed(title, 2)
  const page = await openPage()
  const thaw = await freeze(page, /\/api\/listing\/tasks\?/)
  await signIn(page, 'admin', `/tasks?layout=table&status=%5B%5D&search=${encodeURIComponent(title)}`)
  await page.getByRole('checkbox', { name: 'Выбрать все на этой странице' }).click()
  await reprice(changed)
  const bar = page.getByRole('region', { name: 'Выбранное' })
  const approveAll = async (count: number) => {
    await bar.getByRole('button', { name: 'Принять' }).click()
    await dialog(page)
      .getByRole('button', { name: `Принять ${count}` })
      .click()
  }
  await approveAll(2)
  await dialog(page).getByText('она уже не та, что вы видели').waitFor()
  expect([await statusOf(changed), await statusOf(other)]).toEqual(['review', 'done'])
  await page.keyboard.press('Escape')
  await bar.getByText('Выбрано 1').waitFor()
  await thaw()
  await page.reload()
  await page.getByRole('checkbox', { name: new RegExp(`^Выбрать задачу ${changed}`) }).click()
  await approveAll(1)
  await notice(page, /Принят/).waitFor()
  expect(await statusOf(changed)).toBe('done')
})
