import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from './pages.ts'
import { signIn } from './people.ts'
import { waitForRest } from './screens/layout.ts'
import { listScreens } from './screens/screens.ts'
import { site } from './site.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

// A screen reader announces the title after a navigation, also if the page could not load.
test.each(['owner', 'staff'] as const)(
  'every page of %s has one main title if its data cannot be read',
  async (who) => {
    const screens = (await listScreens(site().address)).filter((screen) => screen.who === who)
    const byRoute = new Map(screens.map(({ name, path }) => [name.split(' ')[0], path]))
    const page = await newPage(browser, site().address)
    await signIn(page, who)
    // The session and the texts are the two reads that every page starts with.
    await page.route(/\/api\/(?!auth\/init|app\/|sanctum\/)/, (route) =>
      route.fulfill({ status: 500, json: { status: false, code: 'internal', message: 'Failed' } }),
    )
    const titles: [string | undefined, number][] = []
    for (const [name, path] of byRoute) {
      await page.goto(path)
      await page.locator('main').waitFor()
      await waitForRest(page).catch(() => undefined)
      titles.push([name, await page.locator('h1:visible').count()])
    }
    expect(titles.filter(([, count]) => count !== 1)).toEqual([])
    await page.context().close()
  },
  300_000,
)
