import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from '../pages.ts'
import { signIn } from '../people.ts'
import { goInside } from '../screens/layout.ts'
import { listScreens } from '../screens/screens.ts'
import { site } from '../site.ts'

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
    // The session and the texts are the two reads that every page starts with. No other read ever succeeds.
    await page.route(/\/api\/(?!auth\/init|app\/|sanctum\/)/, (route) =>
      route.fulfill({ status: 500, json: { status: false, code: 'internal', message: 'Failed' } }),
    )
    await signIn(page, who, '/no-such-page')
    const title = page.locator('h1:visible')
    const titles = new Set<string>()
    for (const [name = '', path] of byRoute) {
      await goInside(page, path)
      await expect.poll(() => title.count(), { message: name }).toBe(1)
      titles.add((await title.textContent()) ?? '')
    }
    // The tabs of a person and of the settings share a title. All other pages have their own.
    expect(titles.size).toBeGreaterThan(byRoute.size / 2)
    await page.context().close()
  },
  300_000,
)

test.each(['owner', 'staff'] as const)(
  'every page of %s keeps what it shows if the connection is lost while it reads again',
  async (who) => {
    const screens = (await listScreens(site().address)).filter((screen) => screen.who === who)
    const byRoute = new Map(screens.map(({ name, path }) => [name.split(' ')[0], path]))
    // The other layout of the list of people, which has no path of its own.
    if (who === 'owner') byRoute.set('users.hours', '/users?layout=hours')
    const page = await newPage(browser, site().address)
    await page.clock.install()
    let isCut = false
    let lost = 0
    await page.route(/\/api\//, (route) => {
      if (!isCut) return route.fallback()
      lost += 1
      return route.abort()
    })
    await signIn(page, who)
    const retry = page.locator('main').getByRole('button', { name: 'Повторить' })
    const replaced: string[] = []
    for (const [name, path] of byRoute) {
      await goInside(page, path)
      isCut = true
      // The person comes back to the page an hour later, so it is read again. A lost read is repeated after a second.
      await page.clock.fastForward(3_600_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      for (let repeated = 0; repeated < 3; repeated++) {
        await page.waitForTimeout(150)
        await page.clock.runFor(2000)
      }
      if ((await retry.count()) > 0)
        replaced.push(`${name}: ${await retry.first().locator('xpath=../..').textContent()}`)
      isCut = false
    }
    expect(replaced).toEqual([])
    expect(lost).toBeGreaterThan(byRoute.size)
    await page.context().close()
  },
  300_000,
)
