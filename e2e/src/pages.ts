import type { Locale } from '@artel/contract/shapes/primitives'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { findChromium } from '../../scripts/machine/chromium.mjs'

export const widths = [360, 390, 768, 1024, 1440] as const

/** Below this width, px, a page is used on a touch screen. */
export const phoneLimit = 700

export type View = {
  width: (typeof widths)[number]
  theme: 'light' | 'dark'
  locale: Locale
  /** Of the browser. The company has its own. */
  timezone?: string | undefined
}

/** `keepsPages`: restores a page from the back/forward cache, as browsers do without automation. */
export type BrowserOptions = { flags?: readonly string[]; isWhole?: boolean; keepsPages?: boolean }

/**
 * `hasWorker`: installs the service worker. The browser then compiles the whole app for its cache, which takes longer
 * than the first page.
 */
export type ProfileOptions = { hasWorker?: boolean }

const heights = { 360: 740, 390: 844, 768: 1024, 1024: 768, 1440: 900 }
const usualFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Disables the cache of compiled scripts. A test loads each script once or twice, so writing the cache takes more
  // time than reading it saves.
  '--v8-cache-options=none',
  // A page of a test is open for seconds. The optimizing compilers of V8 would take a fifth of its processor time.
  '--js-flags=--no-maglev --no-opt',
]

/** Width and height of the window of a `View`, in CSS pixels. */
export const windowSize = (width: View['width']) => ({ width, height: heights[width] })

export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const { flags = [], isWhole = false, keepsPages = false } = options
  const executablePath = await findChromium({ isWhole })
  if (!executablePath) throw new Error('The journeys need Chromium: install it, or set CHROMIUM_PATH')
  const ignoreDefaultArgs = keepsPages ? ['--disable-back-forward-cache'] : []
  return chromium.launch({ executablePath, args: [...usualFlags, ...flags], ignoreDefaultArgs })
}

/** Opens an empty page in a separate browser profile. `address`: the server that paths are relative to. */
export async function newPage(
  browser: Browser,
  address: string,
  view: Partial<View> = {},
  options: ProfileOptions = {},
): Promise<Page> {
  return openTab(await newProfile(browser, address, view, options))
}

/** What the app remembers in a browser whose person has chosen this theme and locale. */
export const choicesOf = ({ theme = 'light', locale = 'ru' }: Partial<View>): Record<string, string> => ({
  'mantine-color-scheme-value': theme,
  current_locale: locale,
})

/** A browser profile without a page. */
export async function newProfile(
  browser: Browser,
  address: string,
  view: Partial<View> = {},
  { hasWorker = true }: ProfileOptions = {},
): Promise<BrowserContext> {
  const { width = 1440, theme = 'light', timezone = 'America/New_York' } = view
  const localStorage = Object.entries(choicesOf(view)).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: address,
    viewport: windowSize(width),
    colorScheme: theme,
    // The locale and the timezone of the machine must not affect the app.
    locale: 'de-DE',
    timezoneId: timezone,
    // An element that fades in would not have its full contrast during a check.
    reducedMotion: 'reduce',
    hasTouch: width < phoneLimit,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  })
  context.setDefaultTimeout(15_000)
  return context
}

/** Opens an empty page in a profile. */
export async function openTab(profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage()
  trackRequests(page)
  return page
}

/** The requests of each page that are not complete. */
const waiting = new WeakMap<Page, Set<Request>>()

export const isLoading = (page: Page): boolean => (waiting.get(page)?.size ?? 0) > 0

function trackRequests(page: Page): void {
  const requests = new Set<Request>()
  waiting.set(page, requests)
  page.on('request', (request) => {
    // The stream of events never ends.
    if (request.resourceType() !== 'eventsource') requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** @returns a list to which each error, console error and refused request of the page is added */
export function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The handler below reports a refused request with its address.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) problems.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.status() >= 400)
      problems.push(`${response.status()} ${response.request().method()} ${pathname}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // The browser aborts the requests of a page that is left.
    if (why !== 'net::ERR_ABORTED') problems.push(`${why} ${request.method()} ${request.url()}`)
  })
  return problems
}

/** Maximum characters of a page's content in a failure. */
const describedLength = 1500

/** Describes a page in one line: its address and the content of its topmost dialog, or else of the whole page. */
export async function describePage(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog').last()
  const shown = (await dialog.isVisible().catch(() => false)) ? dialog : page.locator('body')
  const text = await shown.ariaSnapshot({ timeout: 5000 }).catch(() => '')
  return `${page.url()} showed: ${text.replace(/\s+/g, ' ').slice(0, describedLength)}`
}
