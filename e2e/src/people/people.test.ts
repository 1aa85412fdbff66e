import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { fillLogin, password, people, signIn } from '../people.ts'
import { mailedLink } from '../services/outbox.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

const newcomer = () => {
  const mark = randomUUID().slice(0, 8)
  return { first: 'Вера', last: `Полякова-${mark}`, email: `vera-${mark}@artel.demo` }
}
type Newcomer = ReturnType<typeof newcomer>

async function openForm(page: Page) {
  await page.goto('/users')
  await page.getByRole('button', { name: 'Новый сотрудник' }).click()
  const form = page.getByRole('dialog', { name: 'Новый сотрудник' })
  await form.getByRole('textbox', { name: 'Имя', exact: true }).waitFor()
  return form
}

async function fillForm(page: Page, { first, last, email }: Newcomer) {
  const form = await openForm(page)
  await form.getByRole('textbox', { name: 'Имя', exact: true }).fill(first)
  await form.getByRole('textbox', { name: 'Фамилия' }).fill(last)
  await form.getByRole('textbox', { name: 'Почта' }).fill(email)
  return form
}

test.each([1440, 360] as const)(
  'the owner invites a person, who signs in through the mail and is archived later, on %i px',
  async (width) => {
    const someone = newcomer()
    const name = `${someone.first} ${someone.last}`
    const owner = await openPage({ width })
    await signIn(owner, 'owner')
    const form = await fillForm(owner, someone)
    await expectAccessible(owner)
    await form.getByRole('button', { name: 'Пригласить', exact: true }).click()
    await owner.getByText(`Приглашение отправлено на ${someone.email}`).waitFor()

    const secret = 'три зелёных ящика'
    const theirs = await openPage({ width: 360 })
    await theirs.goto(await mailedLink(someone.email))
    await theirs.getByRole('textbox', { name: 'Новый пароль' }).fill(secret)
    await theirs.getByRole('textbox', { name: 'Ещё раз' }).fill(secret)
    await theirs.getByRole('button', { name: 'Сохранить пароль' }).click()
    await theirs.getByText('Новый пароль действует').waitFor()
    await theirs.goto('/login')
    await fillLogin(theirs, someone.email, secret)
    await theirs.waitForURL('**/tasks')
    // The page closes before the archiving, because the requests that an open page would be refused depend on
    // timing.
    await theirs.close()

    await owner.getByRole('searchbox', { name: 'Поиск сотрудников' }).fill(someone.last)
    await owner.getByRole('link', { name, exact: true }).click()
    await owner.getByRole('heading', { level: 1, name }).waitFor()
    await owner.getByRole('link', { name: 'Задачи' }).last().waitFor()
    await expectAccessible(owner)
    await expectNoSidewaysScroll(owner)
    await owner.getByRole('button', { name: 'Другие действия' }).click()
    await owner.getByRole('menuitem', { name: 'Отправить в архив' }).click()
    const question = owner.getByRole('dialog', { name: `Отправить в архив: ${name}?` })
    await question.getByText('Незаконченного нет').waitFor()
    await expectAccessible(owner)
    await question.getByRole('button', { name: 'Отправить в архив' }).click()
    await owner.getByRole('button', { name: 'Вернуть из архива' }).waitFor()

    const later = await openPage({ width: 360, refusals: ['422 POST /api/auth/login'] })
    await later.goto('/login')
    await fillLogin(later, someone.email, secret)
    await later.getByText('Неверная почта или пароль').waitFor()
  },
)

test('offers to restore an archived person whose email is entered again', async () => {
  const someone = newcomer()
  const api = new ApiClient(site().address)
  await api.signIn(people.admin.login, password)
  const draft = {
    first_name: someone.first,
    last_name: someone.last,
    email: someone.email,
    password: 'три зелёных ящика',
  }
  const { user } = (await api.call('POST', '/users/create', draft)) as { user: { id: number } }
  await api.call('POST', `/users/${user.id}/status`, { _method: 'PUT', status: 'archived' })
  const page = await openPage({ refusals: ['422 POST /api/users/create'] })
  await signIn(page, 'admin')
  const form = await fillForm(page, someone)
  await form.getByRole('button', { name: 'Пригласить', exact: true }).click()
  await form.getByText(`Эта почта у сотрудника из архива: ${someone.first} ${someone.last}`).waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Вернуть из архива' }).click()
  await page.waitForURL(`**/user/${user.id}`)
  await page.getByRole('button', { name: 'Изменить' }).waitFor()
})

test.each([1440, 360] as const)(
  'adding an owner needs a password, and cancelling keeps the typed data, on %i px',
  async (width) => {
    const someone = newcomer()
    const page = await openPage({ width })
    await signIn(page, 'owner')
    const form = await fillForm(page, someone)
    await form.getByRole('textbox', { name: 'Должность' }).fill('Совладелица')
    const type = form.getByRole('combobox', { name: 'Права' })
    // On a phone the select is a native one.
    if (width === 360) await type.selectOption('owner')
    else {
      await type.click()
      await page.getByRole('option', { name: 'Владелец', exact: true }).click()
    }
    const send = form.getByRole('button', { name: 'Пригласить', exact: true })
    await send.click()
    const question = page.getByRole('dialog', {
      name: `Сделать владельцем: ${someone.first} ${someone.last}?`,
    })
    await question.getByRole('textbox', { name: 'Ваш пароль' }).waitFor()
    await expectAccessible(page)
    expect(await form.isVisible()).toBe(false)
    await question.getByRole('button', { name: 'Оставить как есть' }).click()
    const kept = () =>
      form
        .getByRole('textbox')
        .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)) // a textbox is an input here
    await expect
      .poll(kept)
      .toEqual(expect.arrayContaining([someone.first, someone.last, someone.email, 'Совладелица']))
    expect(await type.inputValue()).toBe(width === 360 ? 'owner' : 'Владелец')
    // The focus is in the form again.
    await expect.poll(() => form.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    await send.click()
    await question.getByRole('textbox', { name: 'Ваш пароль' }).press('Escape')
    await expect.poll(kept).toContain(someone.email)
    await send.click()
    await question.getByRole('textbox', { name: 'Ваш пароль' }).fill(password)
    await question.getByRole('button', { name: 'Добавить владельца' }).click()
    await page.getByText(`Приглашение отправлено на ${someone.email}`).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)

test('a password set by an admin is shown once, and the person must replace it', async () => {
  const someone = newcomer()
  const page = await openPage()
  await signIn(page, 'admin')
  const form = await fillForm(page, someone)
  await form.getByRole('combobox', { name: 'Как войдёт' }).click()
  await page.getByRole('option', { name: 'Задать пароль сейчас' }).click()
  await form.getByRole('button', { name: 'Придумать' }).click()
  await form.getByRole('button', { name: 'Добавить' }).click()
  const shown = page.getByRole('dialog', { name: 'Пароль' })
  const secret = (await shown.getByRole('status').textContent()) ?? ''
  expect(secret).toMatch(/^([a-z\d]{4}-){3}[a-z\d]{4}$/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Готово' }).click()

  const theirs = await openPage({ width: 360 })
  await theirs.goto('/login')
  await fillLogin(theirs, someone.email, secret)
  await theirs.getByRole('dialog', { name: 'Задайте собственный пароль' }).waitFor()
})

test('the list and the page of a person fit a phone, in English and in dark mode', async () => {
  const page = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  await signIn(page, 'owner', '/users')
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  // By name, because other tests create users who come first in the list.
  await page.goto(`/users?search=${encodeURIComponent(people.staff.name)}`)
  await page.getByRole('link', { name: people.staff.name }).click()
  await page.getByRole('heading', { name: 'Access' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByRole('link', { name: /^Tasks/ })
    .last()
    .click()
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('staff see their own page, and are told that the pages of others are for admins', async () => {
  const page = await openPage()
  await signIn(page, 'staff', '/user/3')
  await page.getByRole('heading', { level: 1, name: people.staff.name }).waitFor()
  expect(await page.getByRole('button', { name: 'Изменить' }).count()).toBe(0)
  await expectAccessible(page)
  await page.goto('/user/1')
  await page.getByRole('heading', { name: 'Эта страница для администраторов' }).waitFor()
  await expectAccessible(page)
})
