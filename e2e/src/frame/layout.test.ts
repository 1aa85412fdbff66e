import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/shapes/primitives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { expectWellLaid } from '../page-checks.ts'
import { type View, widths } from '../pages.ts'
import { signIn } from '../people.ts'
import { findLayoutFaults, resize, shiftLimit, waitForRest, watchShifts } from '../screens/layout.ts'
import { listScreens, type Screen } from '../screens/screens.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'

type Width = View['width']

// Layout shifts depend on the speed of the code, so it is optimized here, as in the browsers of people.
const { openPage } = useBrowser({ hasWorker: true, flags: ['--js-flags=--maglev --opt'] })

let dataDir: string
let server: Server

// A separate server, because rows of other tests would change the screens in each run.
beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir)
})

afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

const orders = [widths, widths.toReversed()]
// Each screen is loaded on a phone in one language and on a desktop in the other, to measure layout shifts of both.
const languages = [
  ['ru', 0],
  ['en', 1],
] as const satisfies [Locale, number][]

test.each(['owner', 'staff', null] as const)(
  'every screen of %s has a correct layout at all widths, in both languages',
  async (who) => {
    const screens = (await listScreens(server.address)).filter((screen) => screen.who === who)
    // Concurrently, because a page waits most of the time.
    const found = await Promise.all(
      languages.map(async ([locale, turn]) => findFaults(screens, who, locale, turn)),
    )
    expect(found.flat()).toEqual([])
  },
  600_000,
)

/**
 * Opens each screen once and only resizes it to the other widths. The next screen opens at the last width, because a
 * resize takes as long as all checks of a width. `turn`: 0 if the first screen opens on a phone, 1 if on a desktop.
 */
async function findFaults(
  screens: readonly Screen[],
  who: UserType | null,
  locale: Locale,
  turn: number,
): Promise<string[]> {
  let width: Width = orders[turn]?.[0] ?? 360
  const page = await openPage({ width, locale, address: server.address })
  const readShift = await watchShifts(page)
  if (who) await signIn(page, who)
  const faults: string[] = []
  for (const [index, { name, path }] of screens.entries()) {
    await page.goto(path)
    await waitForRest(page)
    const { sum, moved } = await readShift()
    if (sum > shiftLimit)
      faults.push(`${name} ${locale} ${width}: layout shift of ${sum.toFixed(3)}: ${moved.join('; ')}`)
    for (const next of orders[(index + turn) % 2] ?? []) {
      if (next !== width) await resize(page, next)
      width = next
      const lines = await findLayoutFaults(page, width)
      faults.push(...lines.map((fault) => `${name} ${locale} ${width}: ${fault}`))
    }
  }
  return faults
}

/**
 * On a phone, staff have a bar at the bottom of the page. The buttons of a dialog must keep no distance for
 * it.
 */
const dialogs = [
  ['staff', '/profile', 'Сменить почту', 'Новая почта'],
  ['staff', '/profile', 'Сменить пароль', 'Новый пароль'],
  ['staff', '/profile', 'Настроить', 'Второй фактор'],
  ['staff', '/shop', /^Купить/, /^Купить/],
  ['owner', '/users', 'Новый сотрудник', 'Новый сотрудник'],
  ['owner', '/pushes', 'Написать', 'Новый пуш'],
] as const

test.each(dialogs)('a dialog of %s at %s has a correct layout: %s', async (who, path, button, name) => {
  const page = await openPage({ width: 360, address: server.address })
  await signIn(page, who, path)
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('textbox').first().waitFor()
  await expectWellLaid(page, 360)
  // The buttons are at the bottom of the dialog and do not cover its fields.
  const bottoms = await dialog.evaluate((frame) =>
    [frame, frame.querySelector('footer')].map((element) => element?.getBoundingClientRect().bottom),
  )
  expect(bottoms[1]).toBeCloseTo(bottoms[0] ?? 0, 0)
})
