import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

async function asAdmin() {
  const api = new ApiClient(site().address)
  await api.signIn(people.admin.login, password)
  const { users } = await api.call<{ users: { id: number }[] }>('POST', '/users', {
    search: people.staff.name,
  })
  const create = async (title: string) =>
    (await api.call<{ task: { id: number } }>('POST', '/tasks/create', { title, user_id: users[0]?.id })).task
      .id
  return { create }
}

/** Signs in and waits until the bell has loaded, because only later notifications ring. */
async function comeIn(page: Page): Promise<void> {
  const known = page.waitForResponse((response) => response.url().includes('/listing/notifications'))
  await signIn(page, 'staff')
  await known
}

const bellOf = (page: Page) => page.getByRole('button', { name: /^(Уведомления|Notifications)(:|$)/ })

describe('the bell', () => {
  test('announces a task on a phone without a reload, leads to it, and marks it as read', async () => {
    const title = unique('Плед')
    const { create } = await asAdmin()
    const phone = await openPage({ width: 360 })
    await comeIn(phone)
    const id = await create(title)
    const said = `Новое уведомление: Вам поручена задача ${id}. ${title}`
    await phone.getByRole('status').filter({ hasText: said }).waitFor({ state: 'attached' })
    await phone.getByRole('button', { name: /^Уведомления: \d+ непрочит/ }).click()

    const sheet = phone.getByRole('dialog', { name: 'Уведомления' })
    const row = sheet.getByRole('link').filter({ hasText: title })
    await row.getByText('непрочитано').waitFor({ state: 'attached' })
    await expectNoSidewaysScroll(phone)
    await expectAccessible(phone)
    await row.click()
    await phone.waitForURL(`**/task/${id}`)
    await sheet.waitFor({ state: 'detached' })
    await phone.getByRole('heading', { level: 1, name: title }).waitFor()

    await bellOf(phone).click()
    await row.waitFor()
    await expect.poll(() => row.getByText('непрочитано').count()).toBe(0)
    await sheet.getByRole('button', { name: 'Закрыть уведомления' }).click()
    await sheet.waitFor({ state: 'detached' })
  })

  test('works by keyboard on a desktop, in English, and omits what is turned off', async () => {
    const [first, second] = [unique('Mugs'), unique('Vases')]
    const { create } = await asAdmin()
    const page = await openPage({ theme: 'dark', locale: 'en' })
    await comeIn(page)
    await create(first)
    await page.getByRole('status').filter({ hasText: first }).waitFor({ state: 'attached' })
    await bellOf(page).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByRole('link').filter({ hasText: first }).waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

    await panel.getByRole('button', { name: 'What to notify about' }).click()
    const assigned = panel.getByRole('switch', { name: 'You are assigned a task' })
    await assigned.uncheck()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await create(second)
    await page.getByText(second).waitFor()
    await bellOf(page).click()
    await panel.getByRole('link').filter({ hasText: first }).waitFor()
    expect(await panel.getByRole('link').filter({ hasText: second }).count()).toBe(0)

    await panel.getByRole('button', { name: 'What to notify about' }).click()
    const saved = page.waitForResponse((response) => response.url().includes('/api/settings'))
    await assigned.check()
    expect((await saved).status()).toBe(200)
  })
})
