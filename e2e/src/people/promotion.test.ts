import type { Locale } from '@artel/contract/shapes/primitives'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { asAdmin, makeSomeone, type Someone } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { fillLogin, password, people, signIn } from '../people.ts'
import { mailedLink } from '../services/outbox.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const [given, own] = ['вишня грузовик пять', 'три зелёных ящика']

/** A staff member whose password an admin has set and knows. */
async function takeOnWithPassword(last: string): Promise<Someone> {
  const someone = await makeSomeone(last)
  const body = { _method: 'PUT', password: given, force_change_password: false }
  await (await asAdmin()).call('POST', `/users/${someone.id}`, body)
  return someone
}

type Words = {
  more: string
  item: string
  type: string
  admin: string
  email: string
  own: string
  submit: string
}

const words: Record<Locale, Words> = {
  ru: {
    more: 'Другие действия',
    item: 'Сменить права',
    type: 'Права',
    admin: 'Администратор',
    email: 'Куда придёт ссылка',
    own: 'Ваш пароль',
    submit: 'Сменить права',
  },
  en: {
    more: 'More actions',
    item: 'Change type',
    type: 'Type',
    admin: 'Admin',
    email: 'Email for the link',
    own: 'Your password',
    submit: 'Change type',
  },
}

/** Opens the dialog for the type, selects the admin type and enters the owner's own password. */
async function chooseAdmin(page: Page, { id, name }: Someone, locale: Locale = 'ru') {
  const { more, item, type, admin, own: label } = words[locale]
  await page.goto(`/user/${id}`)
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('button', { name: more }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog', { name })
  const types = dialog.getByLabel(type, { exact: true })
  await types.waitFor()
  // On a phone the select is a native one.
  if (await dialog.locator('select').isVisible()) await types.selectOption('admin')
  else {
    await types.click()
    await page.getByRole('option', { name: admin }).click()
  }
  await dialog.getByRole('textbox', { name: label }).fill(password)
  return dialog
}

test.each([
  [1440, 'light', 'ru'],
  [1440, 'dark', 'en'],
  [360, 'light', 'en'],
  [360, 'dark', 'ru'],
] as const)('the owner sees what a promotion does to a password, on %i px, %s, in %s', async (...view) => {
  const [width, theme, locale] = view
  const someone = await takeOnWithPassword('Повышова')
  const page = await openPage({ width, theme, locale })
  await signIn(page, 'owner')
  const dialog = await chooseAdmin(page, someone, locale)
  const email = dialog.getByRole('textbox', { name: words[locale].email })
  expect(await email.inputValue()).toBe(someone.email)
  await dialog.getByText(locale === 'ru' ? 'перестанет действовать' : 'will stop working').waitFor()
  await dialog
    .getByText(locale === 'ru' ? 'Адрес указал кто-то другой' : 'Somebody else entered this')
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByRole('button', { name: words[locale].submit }).click()
  const done = locale === 'ru' ? 'отправлена на' : 'was sent to'
  await page.getByText(`${done} ${someone.email}`).waitFor()
})

test('a password known to an admin is rejected, and the person signs in by the mailed link', async () => {
  const someone = await takeOnWithPassword('Повышова')
  const page = await openPage()
  await signIn(page, 'owner')
  const dialog = await chooseAdmin(page, someone)
  await dialog.getByRole('button', { name: words.ru.submit }).click()
  await page.getByText(`отправлена на ${someone.email}`).waitFor()
  const impostor = await openPage({ refusals: ['422 POST /api/auth/login'] })
  await impostor.goto('/login')
  await fillLogin(impostor, someone.email, given)
  await impostor.getByText('Неверная почта или пароль').waitFor()

  const theirs = await openPage({ width: 360 })
  await theirs.goto(await mailedLink(someone.email, '/reset/'))
  await theirs.getByRole('textbox', { name: 'Новый пароль' }).fill(own)
  await theirs.getByRole('textbox', { name: 'Ещё раз' }).fill(own)
  await theirs.getByRole('button', { name: 'Сохранить пароль' }).click()
  await theirs.getByText('Новый пароль действует').waitFor()
  await theirs.goto('/login')
  await fillLogin(theirs, someone.email, own)
  await theirs.waitForURL('**/tasks')
  await theirs.goto('/money')
  await theirs.getByRole('heading', { level: 1, name: 'Деньги' }).waitFor()
})

test('a wrong email is reported at its field, and nothing changes', async () => {
  const someone = await takeOnWithPassword('Повышова')
  const page = await openPage({ refusals: [`422 POST /api/users/${someone.id}`] })
  await signIn(page, 'owner')
  const dialog = await chooseAdmin(page, someone)
  await dialog.getByRole('textbox', { name: words.ru.email }).fill(people.staff.login)
  await dialog.getByRole('button', { name: words.ru.submit }).click()
  await dialog.getByText('Эта почта уже занята').waitFor()
  const api = new ApiClient(site().address)
  await api.signIn(someone.email, given)
})

test('asks about an email that only an admin has chosen before inviting the person again', async () => {
  const someone = await makeSomeone('Повышова')
  const owner = new ApiClient(site().address)
  await owner.signIn(people.owner.login, password)
  await owner.call('POST', `/users/${someone.id}`, { _method: 'PUT', type: 'admin' })
  const page = await openPage({ width: 360 })
  await signIn(page, 'owner', `/user/${someone.id}`)
  await page.getByRole('button', { name: 'Пригласить ещё раз' }).click()
  const question = page.getByRole('dialog', { name: `Пригласить ещё раз: ${someone.name}?` })
  await question.getByText(someone.email).waitFor()
  await expectAccessible(page)
  await question.getByRole('textbox', { name: words.ru.own }).fill(password)
  await question.getByRole('button', { name: 'Пригласить ещё раз' }).click()
  await page.getByText(`Приглашение отправлено на ${someone.email}`).waitFor()
})
