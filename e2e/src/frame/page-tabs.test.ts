import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

/** Where the row of tabs is scrolled to, and whether the open tab is whole in view. */
const readRow = (page: Page, label: string) =>
  page.getByRole('navigation', { name: label }).evaluate((row) => {
    const [around, open] = [row, row.querySelector('[aria-current]')].map((one) =>
      one?.getBoundingClientRect(),
    )
    const isSeen = around && open && open.left >= around.left && open.right <= around.right
    return { scrolled: row.scrollLeft, isSeen, page: document.scrollingElement?.scrollTop }
  })

test.each([
  [360, 'ru', 'Разделы настроек'],
  [390, 'en', 'Settings pages'],
] as const)('the open tab is in view, on %i px in %s', async (width, locale, label) => {
  const page = await openPage({ width, locale })
  await signIn(page, 'owner', '/settings/overall')
  await page.getByRole('navigation', { name: label }).waitFor()
  await page.waitForTimeout(300)
  expect(await readRow(page, label)).toEqual({ scrolled: 0, isSeen: true, page: 0 })
  await page.goto('/settings/audit')
  await expect.poll(() => readRow(page, label)).toMatchObject({ isSeen: true, page: 0 })
  expect((await readRow(page, label)).scrolled).toBeGreaterThan(0)
  // The first one is at its start again when it is opened from the scrolled row.
  await page.goto('/settings/overall')
  await expect.poll(() => readRow(page, label)).toMatchObject({ scrolled: 0, isSeen: true })
})

test('the queue of orders that is open is in view', async () => {
  const page = await openPage({ width: 360 })
  await signIn(page, 'admin', '/orders')
  const label = 'Заказы по статусам'
  await page.getByRole('navigation', { name: label }).waitFor()
  await page.waitForTimeout(500)
  expect(await readRow(page, label)).toMatchObject({ isSeen: true })
})
