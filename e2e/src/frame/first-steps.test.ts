import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectNoSidewaysScroll, expectWellLaid } from '../page-checks.ts'
import { signInAs } from '../people.ts'
import { waitForRest } from '../screens/layout.ts'
import { runCommand } from '../server.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

/** Eight photos are drawn and stored, which takes long on a busy machine, ms. */
const fillMs = 120_000
const testMs = 200_000

const secret = 'три зелёных ящика'
const steps = (page: Page) => page.getByRole('region', { name: 'Первые шаги' })
const press = (page: Page, name: string) => steps(page).getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => steps(page).getByRole('link', { name, exact: true }).click()
const ticked = (page: Page, name: string) =>
  steps(page)
    .getByRole('listitem')
    .filter({ hasText: `${name}, сделано` })
    .waitFor()
const home = (page: Page) => page.getByRole('link', { name: 'Задачи', exact: true }).first().click()

/** A new company, as the command line makes it. @returns the email of its owner */
async function makeCompany(name: string): Promise<string> {
  const email = `owner-${randomUUID().slice(0, 8)}@artel.demo`
  const words = ['company', 'create', '--name', name, '--email', email, '--password', secret]
  const { code, output } = await runCommand(site().dataDir, ...words)
  expect([code, output]).toEqual([0, expect.stringContaining(email)])
  return email
}

test(
  'the owner of a new company is led through all steps, and what is done is ticked',
  async () => {
    const email = await makeCompany('Ромашка')
    const page = await openPage()
    await signInAs(page, email, secret, '/tasks')
    await steps(page).getByText('0 из 6').waitFor()
    await expectAccessible(page)
    await expectWellLaid(page, 1440)

    await follow(page, 'Заполнить')
    await page.waitForURL('**/settings/overall')
    const card = page.getByRole('region', { name: 'Карточка', exact: true })
    await card.getByRole('textbox', { name: 'Телефон' }).fill('+7 495 204-18-33')
    await card.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Сохранено').first().waitFor()
    await home(page)
    await ticked(page, 'Карточка компании')

    await follow(page, 'Задать')
    await page.waitForURL('**/settings/hours')
    await page.getByRole('textbox', { name: 'Рабочие часы, начало' }).fill('09:00')
    await page.getByRole('textbox', { name: 'Рабочие часы, конец' }).fill('18:00')
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.getByText('Сохранено').first().waitFor()
    await home(page)
    await ticked(page, 'График')

    await press(page, 'Пригласить')
    const person = page.getByRole('dialog', { name: 'Новый сотрудник' })
    await person.getByRole('textbox', { name: 'Имя', exact: true }).fill('Вера')
    await person.getByRole('textbox', { name: 'Фамилия', exact: true }).fill('Полякова')
    await person.getByRole('textbox', { name: 'Почта' }).fill(`vera-${randomUUID().slice(0, 8)}@artel.demo`)
    await person.getByRole('button', { name: 'Пригласить', exact: true }).click()
    await person.waitFor({ state: 'detached' })
    await home(page)
    await ticked(page, 'Сотрудники')

    await follow(page, 'Из МойСклад')
    await page.waitForURL('**/settings/moy_sklad')
    await home(page)
    await follow(page, 'Из файла')
    await page.waitForURL('**/sets/import')
    await home(page)
    // The tick comes while the page is open, whoever adds the set.
    await steps(page).getByText('3 из 6').waitFor()
    const api = new ApiClient(site().address)
    await api.signIn(email, secret)
    await api.call('POST', '/products/create', { name: 'Свечи', article: 'SV-1' })
    await ticked(page, 'Наборы')

    await press(page, 'Поставить')
    const task = page.getByRole('dialog')
    await task.getByRole('textbox', { name: 'Что сделать' }).fill('Разобрать возвраты')
    await task.getByRole('button', { name: 'Создать задачу' }).click()
    await ticked(page, 'Первая задача')

    await follow(page, 'Добавить склад')
    await page.waitForURL('**/settings/warehouses')
    await page.getByRole('button', { name: 'Добавить склад' }).first().click()
    const place = page.getByRole('dialog', { name: 'Новый склад' })
    await place.getByRole('textbox', { name: 'Название' }).fill('Подольск')
    await place.getByRole('button', { name: 'Добавить склад' }).click()
    await place.waitFor({ state: 'detached' })
    await home(page)
    await follow(page, 'Создать')
    await page.waitForURL('**/supply/create')
    await page.getByRole('combobox', { name: 'Склад' }).click()
    await page.getByRole('option', { name: 'Подольск' }).click()
    await page.getByRole('button', { name: 'Создать поставку' }).click()
    await page.getByRole('heading', { name: /Поставка № / }).waitFor()
    await home(page)
    await steps(page).waitFor({ state: 'detached' })

    // From now on they cost nothing, not even a request.
    const asked: string[] = []
    // The page before may still read them.
    await page.goto('about:blank')
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/tasks')
    await waitForRest(page)
    expect(await steps(page).count()).toBe(0)
    expect(asked.filter((path) => path.includes('first'))).toEqual([])
  },
  testMs,
)

test.each([
  ['a desktop', { width: 1440 }],
  ['a phone in the dark', { width: 390, theme: 'dark' }],
] as const)(
  'the example comes and goes on %s',
  async (_, view) => {
    const email = await makeCompany('Василёк')
    const page = await openPage(view)
    await signInAs(page, email, secret, '/tasks')
    await steps(page).getByRole('button', { name: 'Заполнить примером' }).press('Enter')
    await steps(page).getByRole('button', { name: 'Убрать пример' }).waitFor({ timeout: fillMs })
    await steps(page).getByText('0 из 6').waitFor()
    await page.getByText('Разобрать возвраты со стеллажа 7').first().waitFor()
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await expectWellLaid(page, view.width)
    await expectNoSidewaysScroll(page)

    await press(page, 'Убрать пример')
    const question = page.getByRole('dialog', { name: 'Убрать пример?' })
    await question.getByRole('button', { name: 'Оставить' }).click()
    await press(page, 'Убрать пример')
    await question.getByRole('button', { name: 'Убрать пример' }).click()
    await page.getByText('Пример убран', { exact: true }).waitFor()
    await steps(page).getByRole('button', { name: 'Заполнить примером' }).waitFor()
    await page.getByText('Разобрать возвраты со стеллажа 7').first().waitFor({ state: 'detached' })
  },
  testMs,
)

test(
  'what somebody has worked on stays, and is named',
  async () => {
    const email = await makeCompany('Лютик')
    const api = new ApiClient(site().address)
    await api.signIn(email, secret)
    await api.call('POST', '/first_steps/example')
    const page = await openPage()
    await signInAs(page, email, secret, '/tasks')
    const { tasks } = await api.call<{ tasks: { id: number; title: string }[] }>('POST', '/listing/tasks', {})
    const returns = tasks.find(({ title }) => title.startsWith('Разобрать'))
    await api.call('POST', `/tasks/${returns?.id}/comments`, { text: 'Где стеллаж?' })
    await press(page, 'Убрать пример')
    await page.getByRole('dialog').getByRole('button', { name: 'Убрать пример' }).click()
    const told = page.getByRole('dialog', { name: 'Пример убран, но не весь' })
    await told.getByText('Задача').waitFor()
    expect(await told.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Разобрать возвраты'),
      expect.stringContaining('Подольск'),
    ])
    await told.getByRole('button', { name: 'Понятно' }).click()
    await ticked(page, 'Первая задача')
  },
  testMs,
)

test('the steps are folded by keyboard, put away, and brought back', async () => {
  const email = await makeCompany('Клевер')
  const page = await openPage({ width: 390 })
  await signInAs(page, email, secret, '/tasks')
  await steps(page).getByRole('button', { name: 'Свернуть первые шаги' }).focus()
  await page.keyboard.press('Enter')
  await steps(page).getByRole('list').waitFor({ state: 'detached' })
  await page.reload()
  await steps(page).getByRole('button', { name: 'Развернуть первые шаги' }).waitFor()
  await press(page, 'Скрыть первые шаги')
  await steps(page).waitFor({ state: 'detached' })
  await page.reload()
  await waitForRest(page)
  expect(await steps(page).count()).toBe(0)
  await page.getByRole('button', { name: /Владелец Клевер/ }).click()
  await page.getByRole('menuitem', { name: 'Первые шаги' }).click()
  await steps(page).getByRole('list').waitFor()
})
