import type { UserType } from '@artel/contract/access'
import { expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { expectWellLaid } from './page-checks.ts'
import { signIn } from './people.ts'
import { findLayoutFaults, shiftLimit, waitForRest, watchShifts } from './screens/layout.ts'
import { listScreens } from './screens/screens.ts'
import { site } from './site.ts'

const { openPage } = useBrowser()

const views = (['owner', 'staff', null] as const).flatMap((who) =>
  ([360, 1440] as const).map((width) => ({ who, width })),
)

test.each(views)(
  'every screen of $who holds its layout on $width px',
  async ({ who, width }) => {
    const screens = (await listScreens(site().address)).filter((screen) => screen.who === who)
    const page = await openPage({ width })
    const readShift = await watchShifts(page)
    if (who) await signIn(page, who satisfies UserType)
    const faults: string[] = []
    for (const { name, path } of screens) {
      await page.goto(path)
      await waitForRest(page)
      const { sum, moved } = await readShift()
      if (sum > shiftLimit) faults.push(`${name}: layout shift of ${sum.toFixed(3)}: ${moved.join('; ')}`)
      faults.push(...(await findLayoutFaults(page, width)).map((fault) => `${name}: ${fault}`))
    }
    expect(faults).toEqual([])
  },
  600_000,
)

/** On a phone staff have a bar at the lower edge of the page, above which nothing in a dialog may keep. */
const dialogs = [
  ['staff', '/profile', 'Сменить почту', 'Новая почта'],
  ['staff', '/profile', 'Сменить пароль', 'Новый пароль'],
  ['staff', '/profile', 'Настроить', 'Второй фактор'],
  ['staff', '/shop', /^Купить/, /^Купить/],
  ['owner', '/users', 'Новый сотрудник', 'Новый сотрудник'],
  ['owner', '/pushes', 'Написать', 'Новый пуш'],
] as const

test.each(dialogs)('a dialog of %s at %s holds its layout: %s', async (who, path, button, name) => {
  const page = await openPage({ width: 360 })
  await signIn(page, who, path)
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('textbox').first().waitFor()
  await expectWellLaid(page, 360)
  // The buttons lie at the lower edge of the dialog, and not over its fields.
  const bottoms = await dialog.evaluate((frame) =>
    [frame, frame.querySelector('footer')].map((element) => element?.getBoundingClientRect().bottom),
  )
  expect(bottoms[1]).toBeCloseTo(bottoms[0] ?? 0, 0)
})
