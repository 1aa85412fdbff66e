import { EventEmitter, once } from 'node:events'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from '../pages.ts'
import { signIn } from '../people.ts'
import { site } from '../site.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The style sheet of the list of instructions. The page waits for it. */
const pagePart = /instruction-list-page[^/]*\.css$/

test('a press of "back" while a page loads again leads to the page before', async () => {
  const page = await newPage(browser, site().address)
  await signIn(page, 'owner', '/profile')
  const title = page.getByRole('heading', { level: 1 })
  const profile = await title.textContent()
  await page.evaluate(() => {
    history.pushState({}, '', '/instructions')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect.poll(() => title.textContent()).not.toBe(profile)
  // A part of the page comes late, so the person sees only the spinner.
  const late = new EventEmitter()
  await page.route(pagePart, async (route) => {
    await once(late, 'over')
    await route.fallback()
  })
  const asked = page.waitForRequest(pagePart)
  await page.reload({ waitUntil: 'commit' })
  await asked
  await page.waitForFunction(() => '__TSR_ROUTER__' in window)
  await page.evaluate(() => history.back())
  await page.waitForURL('**/profile', { waitUntil: 'commit' })
  late.emit('over')
  await expect.poll(() => title.textContent()).toBe(profile)
  await page.context().close()
})
