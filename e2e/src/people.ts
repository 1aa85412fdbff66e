import type { UserType } from '@artel/contract/access'
import type { Page } from 'playwright-core'
import { untilAvailable } from './api-client.ts'

export const password = 'artel-demo-2026'

/** The users of the demo company whose credentials the login page shows. */
export const people = {
  owner: { login: 'owner@artel.demo', name: 'Анна Северова' },
  admin: { login: 'admin@artel.demo', name: 'Марина Зотова' },
  staff: { login: 'staff@artel.demo', name: 'Дарья Климова' },
} as const satisfies Record<UserType, { login: string; name: string }>

/** Signs in through the API, without the form, and opens a page. The form has its own tests. */
export async function signIn(page: Page, who: UserType, path = '/tasks'): Promise<void> {
  await signInAs(page, people[who].login, password, path)
}

/** The same for a user whom a test created. */
export async function signInAs(page: Page, login: string, secret: string, path: string): Promise<void> {
  await page.request.get('/api/sanctum/csrf-cookie')
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await untilAvailable(
    () =>
      page.request.post('/api/auth/login', {
        data: { login, password: secret },
        headers: { 'x-xsrf-token': decodeURIComponent(token) },
      }),
    (given) => given.status(),
  )
  if (!answer.ok()) throw new Error(`The login answered ${answer.status()}`)
  await page.goto(path)
  await page.getByRole('main').waitFor()
}

/** Signs in through the form from any page, and stays on the page that follows. */
export async function signInByForm(page: Page, who: UserType): Promise<void> {
  if (!page.url().includes('/login')) await page.goto('/login')
  await fillLogin(page, people[who].login, password)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.getByRole('main').waitFor()
}

/** Fills in and sends the login form in either language. */
export async function fillLogin(page: Page, login: string, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: /^(Эл. почта|Email)$/ }).fill(login)
  await page.getByRole('textbox', { name: /^(Пароль|Password)$/ }).fill(secret)
  await page.getByRole('button', { name: /^(Войти|Sign in)$/ }).click()
}
