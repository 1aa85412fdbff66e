import { test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { asAdmin, makeSomeone } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const maxMails = 8

test.each([1440, 360] as const)(
  'says when to try again after too many invitations, on %i px',
  async (width) => {
    const someone = await makeSomeone('Приглашаева')
    const admin = await asAdmin()
    for (let sent = 1; sent < maxMails; sent++) await admin.call('POST', `/users/${someone.id}/invite`)
    const page = await openPage({ width, refusals: [`429 POST /api/users/${someone.id}/invite`] })
    await signIn(page, 'admin', `/user/${someone.id}`)
    await page.getByRole('button', { name: 'Пригласить ещё раз' }).click()
    await page.getByText(/слишком много писем.*Повторите через \d+ минут/).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)
