import type { UserType } from '@artel/contract/access'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectProblems, launchBrowser, newPage } from './pages.ts'
import { signIn } from './people.ts'
import { openAll } from './screens/dialogs.ts'
import { refuseWrites } from './screens/keep-data.ts'
import { findLayoutFaults, resize } from './screens/layout.ts'
import { listScreens, type Screen } from './screens/screens.ts'
import { site } from './site.ts'

/** Pages that are worked at the same time, because each of them waits most of the time. */
const pagesAtOnce = 3

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each(['owner', 'staff', null] as const)(
  'every dialog that a button opens for %s holds its layout at every width',
  async (who) => {
    const waiting = (await listScreens(site().address)).filter((screen) => screen.who === who)
    const known = new Set<string>()
    const faults: string[] = []
    const lanes = Array.from({ length: pagesAtOnce }, () => visitDialogs(who, waiting, known, faults))
    await Promise.all(lanes)
    expect(faults).toEqual([])
  },
  900_000,
)

/** Takes screens from `waiting` until none is left, and looks at every dialog that was not seen before. */
async function visitDialogs(
  who: UserType | null,
  waiting: Screen[],
  known: Set<string>,
  faults: string[],
): Promise<void> {
  const page = await newPage(browser, site().address)
  const problems = collectProblems(page)
  // The button that changes the language is pressed as well.
  await page.addInitScript(() => localStorage.setItem('current_locale', 'ru'))
  await refuseWrites(page)
  if (who) await signIn(page, who)
  for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
    const { name, path } = screen
    const [route = name] = name.split(' ')
    await openAll(page, path, route, known, async (opened) => {
      for (const width of opened.widths) {
        await resize(page, width)
        for (const fault of await findLayoutFaults(page, width))
          faults.push(`${name}, ${width}, ${opened.title}: ${fault}`)
      }
    })
    // What was refused is a fault of this test alone.
    const own = problems.splice(0).filter((problem) => !problem.startsWith('409 '))
    faults.push(...own.map((problem) => `${name}: ${problem}`))
  }
  await page.context().close()
}
