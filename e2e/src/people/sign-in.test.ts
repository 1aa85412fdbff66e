import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { fillLogin, password, people, signInByForm } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length)

describe('signing in', () => {
  test('a guest who opens a page is asked to sign in, and comes back to it', async () => {
    const page = await openPage()
    await page.goto('/tasks?page=2')
    await page.waitForURL('**/login?redirect=%2Ftasks%3Fpage%3D2')
    await signInByForm(page, 'admin')
    expect(pathOf(page)).toBe('/tasks?page=2')
  })

  test.each(['owner', 'admin', 'staff'] as const)('leads the %s to the tasks', async (who) => {
    const page = await openPage()
    await page.goto('/tasks')
    await page.waitForURL('**/login')
    await signInByForm(page, who)
    await page.getByRole('button', { name: people[who].name }).waitFor()
    expect(pathOf(page)).toBe('/tasks')
  })

  test('needs no mouse', async () => {
    const page = await openPage()
    await page.goto('/login')
    const email = page.getByRole('textbox', { name: 'Эл. почта' })
    await email.waitFor()
    expect(await isFocused(page, 'login')).toBe(true)
    await page.keyboard.type(people.staff.login)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks')
  })

  test('needs no typing on a demo installation', async () => {
    const page = await openPage({ width: 360 })
    await page.goto('/login')
    await page.getByRole('group').getByRole('button', { name: 'Админ' }).click()
    await page.getByRole('button', { name: 'Войти' }).click()
    await page.waitForURL('**/tasks')
  })

  test('reports a wrong password at the field, keeps the typed email and allows another try', async () => {
    const page = await openPage({ refusals: ['422 POST /api/auth/login'] })
    await page.goto('/login')
    await fillLogin(page, people.staff.login, 'a wrong one')
    await page.getByText('Неверная почта или пароль').waitFor()
    expect(await focusedField(page)).toEqual({
      name: 'login',
      value: people.staff.login,
      isInvalid: 'true',
      description: 'Неверная почта или пароль',
    })
    await expectAccessible(page)
    await fillLogin(page, people.staff.login, password)
    await page.waitForURL('**/tasks')
  })

  test('never redirects to another site for any redirect parameter', async () => {
    const page = await openPage()
    const origin = new URL(site().address).origin
    const asked = ['//evil.example', '/\\evil.example', 'https:evil.example', 'https://evil.example/tasks']
    asked.push(
      'javascript:alert(1)',
      '\t//evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      'data:text/html,x',
    )
    const left: string[] = []
    page.on('framenavigated', (frame) => {
      if (new URL(frame.url()).origin !== origin) left.push(frame.url())
    })
    page.on('dialog', (dialog) => {
      left.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`/login?redirect=${encodeURIComponent(asked[0] ?? '')}`)
    await fillLogin(page, people.staff.login, password)
    await page.waitForURL('**/tasks')
    // The login page redirects a signed-in user at once.
    for (const value of [...asked.map(encodeURIComponent), '//evil.example', '%09//evil.example']) {
      await page.goto(`/login?redirect=${value}`)
      await page.waitForURL(`${origin}/tasks`)
    }
    expect(left).toEqual([])
  })

  test('is skipped for a person who is signed in', async () => {
    const page = await openPage()
    await signInByForm(page, 'staff')
    await page.goto('/login')
    await page.waitForURL('**/tasks')
  })
})

test('after sign-out, pages ask to sign in, also with «Back»', async () => {
  const page = await openPage()
  await signInByForm(page, 'owner')
  // Requests that are open at the end of the session are refused, rightly.
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: people.owner.name }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).click()
  await page.waitForURL('**/login')
  await page.goBack()
  await page.waitForURL('**/login')
  await page.goto('/tasks')
  await page.waitForURL('**/login')
})

describe('the language', () => {
  test('changes on the login page and stays', async () => {
    const page = await openPage()
    await page.goto('/login')
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  })

  test('changes on a signed-in page, and back', async () => {
    const page = await openPage()
    await signInByForm(page, 'owner')
    await page.getByRole('button', { name: /перейти на English/ }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    await page.getByRole('button', { name: /switch to Русский/ }).click()
    await page.getByRole('heading', { name: 'Задачи', level: 1 }).waitFor()
  })
})

test('the login page follows the theme of the system and of another tab', async () => {
  const page = await openPage()
  const theme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  await page.goto('/login')
  const other = await page.context().newPage()
  await other.goto('/login')
  await other.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'auto'))
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(theme).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  await other.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await expect.poll(theme).toBe('dark')
})

describe('unavailable pages', () => {
  test('an unknown address says so and links to the home page', async () => {
    const page = await openPage()
    await signInByForm(page, 'staff')
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Такой страницы нет' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('main').getByRole('link').click()
    await page.waitForURL('**/tasks')
  })

  test('an unknown address says so to a guest too', async () => {
    const page = await openPage({ width: 360 })
    await page.goto('/nowhere')
    await page.getByRole('heading', { name: 'Такой страницы нет' }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('a page of admins tells staff that it is for admins', async () => {
    const page = await openPage()
    await signInByForm(page, 'staff')
    await page.goto('/users')
    await page.getByRole('heading', { name: 'Эта страница для администраторов' }).waitFor()
    await expectAccessible(page)
  })
})

const views = ([360, 1440] as const).flatMap((width) =>
  (['ru', 'en'] as const).map((locale) => ({ width, locale })),
)

test.each(views)('the login page is accessible and fits the screen: $width px, $locale', async (view) => {
  const page = await openPage(view)
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})

const isFocused = async (page: Page, name: string) => (await focusedField(page)).name === name

function focusedField(page: Page) {
  return page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement // no other element has a name to compare
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return {
      name: field.name,
      value: field.value,
      isInvalid: field.getAttribute('aria-invalid'),
      description: ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '),
    }
  })
}
