import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { signIn } from '../people.ts'
import { waitForRest } from '../screens/layout.ts'

const { openPage } = useBrowser()

/** The number of scripts and styles that the page has loaded, and their size as they were sent, KiB. */
const weigh = (page: Page): Promise<{ files: number; kib: number }> =>
  page.evaluate(() => {
    const sent = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize) // each resource has this kind of entry
    return { files: sent.length, kib: sent.reduce((sum, bytes) => sum + bytes, 0) / 1024 }
  })

const expectLight = async (page: Page, most: { files: number; kib: number }) => {
  await waitForRest(page)
  const { files, kib } = await weigh(page)
  expect(files).toBeLessThanOrEqual(most.files)
  expect(kib).toBeLessThanOrEqual(most.kib)
}

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

// The test server does not run in production mode, so each page also loads the compiler of texts (one file, 8 KiB). The
// limits include that file and `theme.js`.
test('the login page loads few files of few bytes', async () => {
  const page = await openFirstVisit()
  await page.goto('/login')
  await expectLight(page, { files: 8, kib: 89 })
})

test.each([
  ['staff', { files: 12, kib: 189 }],
  ['owner', { files: 13, kib: 216 }],
] as const)('the home page of %s loads few files of few bytes', async (who, most) => {
  const page = await openFirstVisit()
  await signIn(page, who)
  await expectLight(page, most)
})
