import type { UserType } from '@artel/contract/access'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isToday, testDay } from '../../../scripts/test/todays-checks.mjs'
import { collectProblems, launchBrowser, newPage, type View } from '../pages.ts'
import { signIn } from '../people.ts'
import { isOnTop, openAll } from '../screens/dialogs.ts'
import { refuseWrites } from '../screens/keep-data.ts'
import { findLayoutFaults, resize, waitForRest } from '../screens/layout.ts'
import { listScreens, type Screen } from '../screens/screens.ts'
import { site } from '../site.ts'

/** The number of concurrent pages. A page waits most of the time. */
const pagesAtOnce = 3

/** All screens take more than half an hour, so each run checks a part of them. */
const periodDays = 20

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each(['owner', 'staff', null] as const)(
  `every dialog that a button opens for %s has a correct layout at every width (TEST_DAY=${testDay})`,
  async (who) => {
    const screens = (await listScreens(site().address)).filter((screen) => screen.who === who)
    // By route, so that a page is not checked again in each state of its rows.
    const routes = [...new Set(screens.map(routeOf))]
    const waiting = screens.filter((screen) => isToday(routes.indexOf(routeOf(screen)), periodDays))
    const known = new Set<string>()
    const faults: string[] = []
    const lanes = Array.from({ length: pagesAtOnce }, () => visitDialogs(who, waiting, known, faults))
    await Promise.all(lanes)
    expect(faults).toEqual([])
  },
  1_800_000,
)

const routeOf = ({ name }: Screen): string => name.split(' ')[0] ?? name

/** Faults that two checks find, because a style may still be loading at the first. */
async function findLastingFaults(page: Page, width: View['width']): Promise<string[]> {
  const first = await findLayoutFaults(page, width)
  if (first.length === 0) return []
  await waitForRest(page)
  const second = new Set(await findLayoutFaults(page, width))
  return first.filter((fault) => second.has(fault))
}

/** Takes screens from `waiting` until none is left, and checks every dialog that is not known. */
async function visitDialogs(
  who: UserType | null,
  waiting: Screen[],
  known: Set<string>,
  faults: string[],
): Promise<void> {
  const page = await newPage(browser, site().address, {}, { hasWorker: false })
  const problems = collectProblems(page)
  // A press of the language button changes the locale, so each page starts in Russian.
  await page.addInitScript(() => localStorage.setItem('current_locale', 'ru'))
  await refuseWrites(page)
  if (who) await signIn(page, who)
  for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
    const { name, path } = screen
    await openAll(page, path, routeOf(screen), known, async (opened) => {
      for (const width of opened.widths) {
        await resize(page, width)
        const found = await findLastingFaults(page, width)
        // A dialog that closes at a width is checked where it opens at that width.
        if (!(await isOnTop(page, opened))) break
        faults.push(...found.map((fault) => `${name}, ${width}, ${opened.title}: ${fault}`))
      }
    })
    // Refusals with 409 come from this test itself.
    const own = problems.splice(0).filter((problem) => !problem.startsWith('409 '))
    faults.push(...own.map((problem) => `${name}: ${problem}`))
  }
  await page.context().close()
}
