import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { choicesOf, newProfile, openTab, phoneLimit, type View, windowSize } from './pages.ts'

/**
 * A browser profile that many tests use, one after another. `keeper`: an empty page of the app's origin. While it is
 * open, its process stays alive, and the next page of the profile does not have to start one.
 */
type Profile = { kind: string; context: BrowserContext; keeper: Page; session: CDPSession }

/** A page without scripts at the origin of the app. */
const blank = '/healthz'

/** A profile has one kind of screen, because touch and theme cannot change after it was created. */
const kindOf = ({ width = 1440, theme = 'light' }: Partial<View>) =>
  `${width < phoneLimit ? 'phone' : 'desktop'}, ${theme}`

/**
 * The profiles of a browser for one server, without a service worker. A new profile starts a process and compiles the
 * whole app, which takes longer than most tests, so a profile is emptied and used again.
 */
export class Profiles {
  readonly #browser: Browser
  readonly #address: string
  readonly #free: Profile[] = []
  readonly #used = new WeakMap<Page, Profile>()

  constructor(browser: Browser, address: string) {
    this.#browser = browser
    this.#address = address
  }

  /** Opens an empty page in an empty profile that no other page uses. */
  async openPage(view: Partial<View>): Promise<Page> {
    const kind = kindOf(view)
    const at = this.#free.findIndex((profile) => profile.kind === kind)
    const [profile = await this.#make(kind, view)] = at < 0 ? [] : this.#free.splice(at, 1)
    await profile.keeper.evaluate((choices) => {
      for (const [name, value] of Object.entries(choices)) localStorage.setItem(name, value)
    }, choicesOf(view))
    const page = await openTab(profile.context)
    await page.setViewportSize(windowSize(view.width ?? 1440))
    this.#used.set(page, profile)
    return page
  }

  /** Closes a page and empties its profile. @throws if `page` was not opened by `openPage` */
  async close(page: Page): Promise<void> {
    const profile = this.#used.get(page)
    if (!profile) throw new Error('This page has no profile')
    this.#used.delete(page)
    const { context, keeper } = profile
    // A request that a test answers itself may be under way.
    for (const tab of context.pages().filter((tab) => tab !== keeper)) {
      await tab.unrouteAll({ behavior: 'ignoreErrors' })
      await tab.close()
    }
    await empty(profile, this.#address)
    this.#free.push(profile)
  }

  async #make(kind: string, view: Partial<View>): Promise<Profile> {
    const context = await newProfile(this.#browser, this.#address, view, { hasWorker: false })
    const keeper = await context.newPage()
    await keeper.goto(blank)
    return { kind, context, keeper, session: await context.newCDPSession(keeper) }
  }
}

async function empty({ context, keeper, session }: Profile, origin: string): Promise<void> {
  const hasClock = await keeper.evaluate(() => !String(Date).includes('[native code]'))
  if (hasClock)
    throw new Error('A fake clock cannot be removed from a profile. Use useBrowser({ hasWorker: false })')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  await context.clearCookies()
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await keeper.evaluate(() => localStorage.clear())
}
