import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { signIn } from './people.ts'
import { waitForRest } from './screens/layout.ts'

const { openPage } = useBrowser()

/** The number of scripts and styles that the page has loaded. */
const countFiles = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname)).length,
  )

/**
 * Opens a page that never loads what the app loads some seconds after a visit. On a slow machine these seconds pass
 * before the page is at rest, and the parts for a lost connection would count.
 */
async function openFirstVisit(): Promise<Page> {
  const page = await openPage()
  await page.addInitScript((laterMs) => {
    const { setTimeout } = window
    window.setTimeout = ((run: () => void, ms = 0) =>
      setTimeout(run, ms < laterMs ? ms : 1_000_000)) as typeof window.setTimeout
  }, 3000)
  return page
}

test('the login page loads few files', async () => {
  const page = await openFirstVisit()
  await page.goto('/login')
  await waitForRest(page)
  expect(await countFiles(page)).toBeLessThanOrEqual(8)
})

test.each([
  ['staff', 12],
  ['owner', 12],
] as const)('the home page of %s loads few files', async (who, most) => {
  const page = await openFirstVisit()
  await signIn(page, who)
  await waitForRest(page)
  expect(await countFiles(page)).toBeLessThanOrEqual(most)
})
