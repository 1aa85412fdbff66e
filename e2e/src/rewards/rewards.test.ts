import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { asAdmin, comeIn, makeSomeone, type Someone, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'

const { openPage } = useBrowser()
let api: ApiClient
beforeAll(async () => {
  api = await asAdmin()
})

const whom = (page: Page) => page.getByRole('combobox', { name: 'Кого наградить' })
const rowOf = (page: Page, { name }: Someone) => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, { name, last }: Someone): Promise<void> {
  await whom(page).fill(last)
  await page.getByRole('option', { name }).click()
}

async function openMenu(page: Page, someone: Someone, item: string): Promise<void> {
  await rowOf(page, someone)
    .getByRole('button', { name: /другие действия/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Gives a reward before the test begins. @returns its title */
async function giveTo({ id }: Someone, worth: { money?: number; coins?: number }): Promise<string> {
  const title = unique('Порядок на складе')
  await api.call('POST', '/rewards', { user_id: id, title, ...worth })
  return title
}

test('an admin rewards two people, changes the worth and cancels a reward; staff see it live', async () => {
  const [one, two] = [await takeOn('Наградова'), await makeSomeone('Наградова')]
  const title = unique('Лучшая смена')
  const [desk, phone] = [await openPage(), await openPage({ width: 360 })]
  await comeIn(phone, one, '/rewards')
  await phone.getByText('Здесь появится, за что вас наградили').waitFor()
  await signIn(desk, 'admin', `/rewards?search=${one.last.split('-')[0]}`)
  await desk.getByRole('heading', { level: 1, name: 'Награды' }).waitFor()
  await give(desk, [one, two], title)
  await phone.getByRole('article').filter({ hasText: title }).getByText('500 ₽').waitFor()
  await phone.getByRole('button', { name: /^Уведомления: 1 непрочит/ }).waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  await change(desk, one)
  await phone.getByRole('button', { name: title }).click()
  const panel = phone.getByRole('dialog', { name: title })
  await panel.getByRole('link', { name: '300 ₽' }).waitFor()
  await panel.getByText('Собраны все заказы недели').waitFor()
  expect(await panel.getByRole('button', { name: /Изменить|Отменить/ }).count()).toBe(0)
  await expectAccessible(phone)

  await openMenu(desk, one, 'Отменить награду')
  const question = desk.getByRole('dialog', { name: `Отменить награду «${title}»?` })
  await question.getByText(`${one.name}: удержим 300 ₽ и 35 монет`).waitFor()
  await question.getByRole('button', { name: 'Отменить награду' }).click()
  await desk.getByText(`Награда отменена: ${one.name}`).waitFor()
  await rowOf(desk, one).waitFor({ state: 'detached' })
  await rowOf(desk, two).waitFor()
  await panel.waitFor({ state: 'detached' })
  await phone.getByText('Здесь появится, за что вас наградили').waitFor()
})

async function give(page: Page, chosen: Someone[], title: string): Promise<void> {
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Новая награда' })
  await form.getByRole('button', { name: 'Наградить' }).click()
  await form.getByText('Выберите хотя бы одного человека').waitFor()
  for (const someone of chosen) await choose(page, someone)
  await form.getByLabel('За что').fill(title)
  await form.getByLabel('Деньги').fill('500')
  await form.getByLabel('Монеты').fill('20')
  await form.getByLabel('Описание').fill('Собраны все заказы недели')
  await form.getByText('2 людям по 500 ₽ и 20 монет, всего 1 000 ₽ и 40 монет').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Наградить' }).click()
  await page.getByText('Вручены 2 награды').waitFor()
  for (const someone of chosen) await rowOf(page, someone).waitFor()
  await expectAccessible(page)
}

async function change(page: Page, someone: Someone): Promise<void> {
  await openMenu(page, someone, 'Изменить')
  const form = page.getByRole('dialog', { name: `Изменить награду: ${someone.name}` })
  await form.getByLabel('Деньги').fill('300')
  await form.getByText('Удержим 200 ₽').waitFor()
  await form.getByLabel('Монеты').fill('35')
  await form.getByText('Начислим ещё 15 монет и удержим 200 ₽').waitFor()
  await form.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText(`Награда изменена: ${someone.name}`).waitFor()
}

test('reports that coins are spent, and asks the second editor to resolve a conflict', async () => {
  const someone = await makeSomeone('Наградова')
  const title = await giveTo(someone, { money: 10_000, coins: 20 })
  const spend = { user_id: someone.id, amount: 15, kind: 'fine', comment: 'Потрачено' }
  await api.call('POST', '/coins', spend)
  const { rewards } = await api.call<{ rewards: { id: number }[] }>('POST', '/listing/rewards', {
    user_id: someone.id,
  })
  const page = await openPage({ refusals: [`409 POST /api/rewards/${rewards[0]?.id}`] })
  await signIn(page, 'owner', `/user/${someone.id}/rewards`)
  await page.getByRole('button', { name: new RegExp(`^${title}, .*другие действия`) }).click()
  await page.getByRole('menuitem', { name: 'Отменить награду' }).click()
  const question = page.getByRole('dialog', { name: `Отменить награду «${title}»?` })
  await question.getByText('награда принесла 20 монет, а осталось 5 монет').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Изменить' }).click()

  const form = page.getByRole('dialog', { name: /^Изменить награду/ })
  await form.getByLabel('Монеты').fill('0')
  await form.getByRole('button', { name: 'Сохранить' }).click()
  await form.getByText('нужно хотя бы 15 монет').waitFor()
  await form.getByLabel('Монеты').fill('15')
  await api.call('PUT', `/rewards/${rewards[0]?.id}`, { coins: 18 })
  await form.getByRole('button', { name: 'Сохранить' }).click()
  const clash = page.getByRole('dialog', { name: /^Пока вы правили/ })
  await clash.getByText('У них: 18 монет').waitFor()
  await clash.getByText(people.admin.name).waitFor()
  await clash.getByRole('button', { name: 'Сохранить выбранное' }).click()
  await page.getByText(`Награда изменена: ${someone.name}`).waitFor()
  const { user } = await api.call<{ user: { coins: number } }>('GET', `/users/${someone.id}`)
  expect(user.coins).toBe(0)
})

test('balances are shown on the page of a person, in the list, and before archiving', async () => {
  const someone = await makeSomeone('Наградова')
  await giveTo(someone, { money: 1_234_000, coins: 40 })
  const page = await openPage()
  await signIn(page, 'admin', `/users?search=${someone.last}`)
  await rowOf(page, someone).getByText('12 340 ₽').waitFor()
  await rowOf(page, someone).getByText('40 монет').waitFor()
  await page.goto(`/user/${someone.id}/rewards`)
  await page.getByRole('link', { name: '12 340,00 ₽' }).waitFor()
  await page.getByText(/^за .* начислено 12\s340\s₽$/).waitFor()
  await expectAccessible(page)
  // From the user's page, so the form does not ask for a recipient.
  await page.getByRole('button', { name: 'Наградить' }).click()
  const form = page.getByRole('dialog', { name: `Наградить: ${someone.name}` })
  await form.getByLabel('За что').fill('Наставничество')
  await form.getByText('Без денег и монет').waitFor()
  expect(await whom(page).count()).toBe(0)
  await form.getByRole('button', { name: 'Наградить' }).click()
  await page.getByText(`${someone.name}: награда вручена`).waitFor()

  await page.getByRole('button', { name: 'Другие действия', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Отправить в архив' }).click()
  const question = page.getByRole('dialog', { name: /^Отправить в архив/ })
  await question.getByText('Не выплачено 12 340 ₽').waitFor()
  await question.getByText('Не потрачено 40 монет').waitFor()
  const pay = question.getByRole('link', { name: 'Сначала выплатить' })
  expect(await pay.getAttribute('href')).toBe(`/user/${someone.id}/money`)
  await expectAccessible(page)

  await page.goto(`/users?search=${someone.last}`)
  await rowOf(page, someone).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Отправить в архив' }).click()
  const many = page.getByRole('dialog', { name: 'Отправить в архив 1 сотрудника?' })
  await many.getByText('1 сотруднику не выплачено 12 340 ₽.').waitFor()
  await many.getByText('У 1 сотрудника не потрачены монеты').waitFor()
})

test('a done task shows its credit, and deleting the task takes the credit back', async () => {
  const someone = await takeOn('Наградова')
  const worth = { money: 33_300, coins: 10 }
  const [id] = await makeTasks(
    [{ title: unique('Плед'), user_id: someone.id, requires_review: false, ...worth }],
    ['start', 'finish'],
  )
  const phone = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  await comeIn(phone, someone, `/task/${id}`)
  const entries = `source_type=task&source_id=${id}`
  const credited = phone.getByRole('link', { name: '₽333' })
  expect(await credited.getAttribute('href')).toBe(`/money?${entries}`)
  expect(await phone.getByRole('link', { name: '10 coins' }).getAttribute('href')).toBe(`/coins?${entries}`)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  await phone.goto('/tasks')
  const desk = await openPage()
  await signIn(desk, 'admin', `/task/${id}`)
  await desk.getByRole('button', { name: 'Другие действия' }).click()
  await desk.getByRole('menuitem', { name: 'Удалить' }).click()
  const question = desk.getByRole('dialog', { name: `Удалить задачу ${id}?` })
  await question.getByText(`${someone.name}: спишем 333 ₽ и 10 монет`).waitFor()
  await question.getByRole('button', { name: 'Удалить задачу' }).click()
  await desk.getByText(`Задача ${id} удалена`).waitFor()
  // The entries of the task still link to it, and its page is read-only.
  await desk.goto(`/task/${id}`)
  await desk.getByText('Её можно только посмотреть').waitFor()
  await desk.getByRole('button', { name: 'Другие действия' }).waitFor({ state: 'detached' })
  await expectAccessible(desk)
  await desk.goto(`/user/${someone.id}`)
  await desk.getByRole('link', { name: '0,00 ₽' }).waitFor()
})
