import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '@artel/contract/primitives'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, type TestContext } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'

export type View = {
  width: 360 | 1440
  theme: 'light' | 'dark'
  locale: Locale
  /** Another server than that of all journeys. */
  address?: string
  /** Refusals that belong to the journey, each as `422 POST /api/auth/login`, in their order. */
  refusals: string[]
}

type OpenPage = { page: Page; refusals: string[]; problems: string[] }

const heights = { 360: 740, 1440: 900 }
const usualFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type BrowserOptions = { flags?: readonly string[]; isWhole?: boolean }

/**
 * The browser of a test file. Each page has a person's own browser; a journey fails on whatever its pages complain of.
 * `flags`: of this file alone; `isWhole`: one that shows notifications.
 */
export function useBrowser({ flags = [], isWhole = false }: BrowserOptions = {}): {
  openPage(view?: Partial<View>): Promise<Page>
} {
  let browser: Browser
  let opened: OpenPage[] = []
  beforeAll(async () => {
    const executablePath = await findChromium({ isWhole })
    if (!executablePath) throw new Error('The journeys need Chromium: install it, or set CHROMIUM_PATH')
    browser = await chromium.launch({ executablePath, args: [...usualFlags, ...flags] })
  })
  afterEach(async (test) => {
    const pages = opened
    opened = []
    if (test.task.result?.state === 'fail') await takePictures(pages, test)
    for (const { page } of pages) await page.context().close()
    for (const { problems, refusals } of pages) expect(problems).toEqual(refusals)
  })
  afterAll(() => browser.close())
  const openPage = async (view: Partial<View> = {}) => {
    const page = await newPage(browser, view)
    opened.push({ page, refusals: view.refusals ?? [], problems: collectProblems(page) })
    return page
  }
  return { openPage }
}

async function newPage(browser: Browser, view: Partial<View>): Promise<Page> {
  const { width = 1440, theme = 'light', locale = 'ru', address = inject('address') } = view
  const kept = { 'mantine-color-scheme-value': theme, current_locale: locale }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width, height: heights[width] },
    colorScheme: theme,
    // Where the machine stands must not matter.
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    // What fades in would have no contrast yet while it is looked at.
    reducedMotion: 'reduce',
    hasTouch: width === 360,
    storageState: { cookies: [], origins: [{ origin: address, localStorage }] },
  })
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is told below, with its address.
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
    // A page that is left gives up what it still asked for.
    if (why !== 'net::ERR_ABORTED') problems.push(`${why} ${request.method()} ${request.url()}`)
  })
  return problems
}

async function takePictures(pages: readonly OpenPage[], { task }: TestContext): Promise<void> {
  for (const [index, { page }] of pages.entries()) {
    const file = join(tmpdir(), `artel-e2e-${task.id}-${index}.png`)
    await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined)
    console.log(`${task.name}: ${page.url()} looked like ${file}`)
  }
}
