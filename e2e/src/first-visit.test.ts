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

test('the login page loads few files', async () => {
  const page = await openPage()
  await page.goto('/login')
  await waitForRest(page)
  expect(await countFiles(page)).toBeLessThanOrEqual(8)
})

test.each([
  ['staff', 12],
  ['owner', 12],
] as const)('the home page of %s loads few files', async (who, most) => {
  const page = await openPage()
  await signIn(page, who)
  await waitForRest(page)
  expect(await countFiles(page)).toBeLessThanOrEqual(most)
})
