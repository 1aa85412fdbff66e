import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, type TestContext } from 'vitest'
import {
  type BrowserOptions,
  collectProblems,
  describePage,
  launchBrowser,
  newPage,
  type View as PageView,
  type ProfileOptions,
} from './pages.ts'
import { Profiles } from './profiles.ts'
import { site } from './site.ts'

export type View = PageView & {
  /** The server, if it is not the one of all end-to-end tests. */
  address?: string
  /** Refused requests that the test expects, each as `422 POST /api/auth/login`, in order. */
  refusals: string[]
  /** The test ends the session of the page. What the page reads at that moment is refused with 401. */
  losesSession?: boolean
  /** The test cuts the line of the page. Requests that then get no answer are no problem. */
  isCut?: boolean
}

type OpenPage = { page: Page; view: Partial<View>; problems: string[] }

/** The browser that all test files of a worker share, unless they ask for options, and its profiles. */
let shared: Promise<{ browser: Browser; profiles: Profiles }> | undefined

/** It ends with the process of the worker. */
async function startShared() {
  const browser = await launchBrowser({ flags: ['--process-per-site'] })
  return { browser, profiles: new Profiles(browser, site().address) }
}

/**
 * The browser of a test file. Each page has its own browser profile, which is empty. A test fails if its pages
 * report any error.
 * Any option opens a browser of its own, with a new profile for each page.
 * `flags`: extra flags for this file; `isWhole`: a browser that shows notifications; `keepsPages`: see
 * `BrowserOptions`; `hasWorker`: see `ProfileOptions`. Most tests need no service worker.
 */
export function useBrowser(options: BrowserOptions & ProfileOptions = {}): {
  openPage(view?: Partial<View>): Promise<Page>
} {
  return Object.keys(options).length > 0 ? useOwnBrowser(options) : useSharedBrowser()
}

function useOwnBrowser({ hasWorker = false, ...options }: BrowserOptions & ProfileOptions) {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser(options)
  })
  afterAll(() => browser.close())
  return usePages((view) => newPage(browser, view.address ?? site().address, view, { hasWorker }), discard)
}

function useSharedBrowser() {
  const owners = new Map<Page, Profiles>()
  const open = async (view: Partial<View>) => {
    shared ??= startShared()
    const { browser, profiles } = await shared
    // This address belongs to a server that the test file stops, so no later test can use the profile.
    if (view.address) return newPage(browser, view.address, view, { hasWorker: false })
    const page = await profiles.openPage(view)
    owners.set(page, profiles)
    return page
  }
  const close = async (page: Page, hasFailed: boolean) => {
    const profiles = owners.get(page)
    owners.delete(page)
    // A failed test may have left anything in its profile.
    if (profiles && !hasFailed) await profiles.close(page)
    else await discard(page)
  }
  return usePages(open, close)
}

async function discard(page: Page): Promise<void> {
  // A request that a test answers itself may be under way.
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
}

/** Closes the pages of each test and checks the problems that they reported. */
function usePages(
  open: (view: Partial<View>) => Promise<Page>,
  close: (page: Page, hasFailed: boolean) => Promise<void>,
) {
  let opened: OpenPage[] = []
  afterEach(async (test) => {
    const pages = opened
    opened = []
    const hasFailed = test.task.result?.state === 'fail'
    if (hasFailed) {
      await takePictures(pages, test)
      await describePages(pages, test)
    }
    for (const { page } of pages) await close(page, hasFailed)
    for (const { problems, view } of pages) expect(expectedOf(problems, view)).toEqual(view.refusals ?? [])
  })
  const openPage = async (view: Partial<View> = {}) => {
    const page = await open(view)
    opened.push({ page, view, problems: collectProblems(page) })
    return page
  }
  return { openPage }
}

const expectedOf = (problems: readonly string[], { losesSession = false, isCut = false }: Partial<View>) =>
  problems.filter(
    (problem) => !(losesSession && problem.startsWith('401 ')) && !(isCut && problem.startsWith('net::ERR_')),
  )

async function takePictures(pages: readonly OpenPage[], { task }: TestContext): Promise<void> {
  for (const [index, { page }] of pages.entries()) {
    const file = join(tmpdir(), `artel-e2e-${task.id}-${index}.png`)
    await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined)
    console.log(`${task.name}: ${page.url()} looked like ${file}`)
  }
}

/** Adds to the failure what the pages showed, because a report outlives the pictures. */
async function describePages(pages: readonly OpenPage[], { task }: TestContext): Promise<void> {
  const [error] = task.result?.errors ?? []
  if (!error) return
  for (const { page, problems } of pages) {
    error.message += `\n(problems: ${problems.join(', ') || 'none'}) ${await describePage(page)}`
  }
}
