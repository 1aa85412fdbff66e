import { expect, test } from 'vitest'
import { useBrowser, type View } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { fillLogin, password } from '../people.ts'
import { mailedLink } from '../services/outbox.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

/** A user of the demo company whom no other test uses. */
const login = 'staff5@artel.demo'

test('a mailed link replaces a forgotten password only once, and the old password is rejected', async () => {
  const page = await openPage({
    width: 360,
    refusals: ['422 POST /api/auth/login', '422 POST /api/auth/reset'],
  })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Забыли?' }).click()
  await page.getByRole('heading', { name: 'Забытый пароль' }).waitFor()
  await page.getByRole('textbox', { name: 'Эл. почта' }).fill(login)
  await page.getByRole('button', { name: 'Отправить ссылку' }).click()
  const link = await mailedLink(login)
  expect(link).toContain(`${site().address}/reset/`)

  await page.goto(link)
  const fresh = 'три зелёных ящика'
  const replace = async () => {
    await page.getByRole('textbox', { name: 'Новый пароль' }).fill(fresh)
    await page.getByRole('textbox', { name: 'Ещё раз' }).fill(fresh)
    await page.getByRole('button', { name: 'Сохранить пароль' }).click()
  }
  await replace()
  await page.getByText('Новый пароль действует').waitFor()

  await page.goto('/login')
  await fillLogin(page, login, password)
  await page.getByText('Неверная почта или пароль').waitFor()
  await page.goto(link)
  await replace()
  await page.getByRole('link', { name: 'Запросить новую ссылку' }).waitFor()
  await page.goto('/login')
  await fillLogin(page, login, fresh)
  await page.waitForURL('**/tasks')
})

const views: Partial<View>[] = [
  { width: 360, theme: 'light', locale: 'ru' },
  { width: 360, theme: 'dark', locale: 'en' },
  { width: 1440, theme: 'dark', locale: 'ru' },
  { width: 1440, theme: 'light', locale: 'en' },
]

test.each(views)(
  'the pages of guests are accessible and fit the screen: $width px, $theme, $locale',
  async (view) => {
    const page = await openPage(view)
    for (const path of [
      '/forgot',
      '/reset/abc?email=a@b.ru',
      '/email-verified',
      '/support',
      '/terms',
      '/privacy',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  },
)
