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

/**
 * The browser of a test file. Each page has its own browser profile. A test fails if its pages report any
 * error.
 * `flags`: extra flags for this file; `isWhole`: a browser that shows notifications; `keepsPages`: see
 * `BrowserOptions`; `hasWorker`: see `ProfileOptions`. Most tests need no service worker.
 */
export function useBrowser({ hasWorker = false, ...options }: BrowserOptions & ProfileOptions = {}): {
  openPage(view?: Partial<View>): Promise<Page>
} {
  let browser: Browser
  let opened: OpenPage[] = []
  beforeAll(async () => {
    browser = await launchBrowser(options)
  })
  afterEach(async (test) => {
    const pages = opened
    opened = []
    if (test.task.result?.state === 'fail') {
      await takePictures(pages, test)
      await describePages(pages, test)
    }
    for (const { page } of pages) {
      // A request that a test answers itself may be under way.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    }
    for (const { problems, view } of pages) expect(expectedOf(problems, view)).toEqual(view.refusals ?? [])
  })
  afterAll(() => browser.close())
  const openPage = async (view: Partial<View> = {}) => {
    const page = await newPage(browser, view.address ?? site().address, view, { hasWorker })
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
