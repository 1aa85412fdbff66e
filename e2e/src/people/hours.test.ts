import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { leaveForgotten } from '../forgotten.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { comeIn, type Someone, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'

const { openPage } = useBrowser()

test('staff clock in and out on a phone, and are told that their task will be paused', async () => {
  const someone = await takeOn('Часова')
  const title = unique('Плед')
  await makeTasks([{ title, user_id: someone.id }])
  const phone = await openPage({ width: 360, refusals: ['409 POST /api/hours/start'] })
  const desk = await openPage()
  await comeIn(phone, someone)
  await comeIn(desk, someone)
  await phone.getByText('Вы не на смене').waitFor()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Начать смену' }).click()
  await phone.getByText('Смена начата').waitFor()
  // The other device gets it through a live event.
  await desk.getByRole('button', { name: 'Завершить смену' }).waitFor()
  await phone.getByRole('button', { name: title }).click()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(desk)

  await phone.getByRole('button', { name: 'Завершить', exact: true }).click()
  const question = phone.getByRole('dialog', { name: 'Завершить смену?' })
  await question.getByText(`Задача «${title}» встанет на паузу`).waitFor()
  await question.getByRole('button', { name: 'Завершить смену' }).click()
  await phone.getByText('Смена завершена. Отработано').waitFor()
  await phone.getByText('На паузе').waitFor()
  await desk.getByRole('button', { name: 'Начать смену' }).waitFor()

  // Another device was first, and this page does not know it yet.
  await phone.route('**/api/listing/hours**', async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await desk.getByRole('button', { name: 'Начать смену' }).click()
  await desk.getByText('Смена начата').waitFor()
  await phone.getByRole('button', { name: 'Начать смену' }).click()
  await phone.getByText('Смена уже идёт: её начали на другом устройстве').waitFor()
  await phone.getByRole('button', { name: 'Завершить', exact: true }).waitFor()
})

test('the task list of staff on a phone does not move when their shift loads', async () => {
  const someone = await takeOn('Часова')
  const phone = await openPage({ width: 360 })
  await comeIn(phone, someone)
  await phone.getByText('Вы не на смене').waitFor()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await phone.route('**/api/listing/hours**', async (route) => {
    await asked
    await route.continue()
  })
  const topOfTasks = async () => (await phone.locator('main').boundingBox())?.y
  await phone.reload()
  await phone.getByRole('heading', { level: 1 }).waitFor()
  await phone.locator('[class*="strip"]:empty').waitFor()
  const before = await topOfTasks()
  answer()
  await phone.getByText('Вы не на смене').waitFor()
  expect(await topOfTasks()).toBe(before)
})

test('a person who forgot to clock out names the end, and an admin accepts it in the team week', async () => {
  const someone = await takeOn('Часова')
  const day = await leaveForgotten(someone.id)
  const phone = await openPage({ width: 360 })
  await comeIn(phone, someone)
  await phone.getByText(/^Когда вы ушли \d+ \S+\?$/).waitFor()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Другое время' }).click()
  const form = phone.getByRole('dialog', { name: /^Когда вы ушли/ })
  await form.getByText('по графику это конец дня').waitFor()
  await form.getByLabel('Уход').fill(`${day}T19:30`)
  await expectAccessible(phone)
  await form.getByRole('button', { name: 'Отправить администратору' }).click()
  await phone.getByText('Отправлено администратору: уход в 19:30').waitFor()
  await phone.goto(`/user/${someone.id}/hours`)
  await phone.getByText('Вы назвали 19:30. Ответит администратор').waitFor()
  await phone.getByRole('article').first().waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)

  const desk = await openPage()
  await signIn(desk, 'admin', `/users?layout=hours&search=${someone.last}&week=${day}`)
  await desk.getByText('1 смена ждёт подтверждения').waitFor()
  const cell = desk.getByRole('button', { name: new RegExp(`^${someone.name}, .*не подтверждено`) })
  await cell.waitFor()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Принять 19:30' }).click()
  await desk.getByText(/^Подтверждено: .*09:00–19:30$/).waitFor()
  await cell.waitFor({ state: 'detached' })
  await correct(desk, someone)
})

async function correct(page: Page, { name }: Someone): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}, .*\\d ч`) }).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${name}, `) })
  await drawer.getByRole('button', { name: 'Исправить' }).click()
  const form = page.getByRole('dialog', { name: /^Исправить смену/ })
  await form.getByLabel('Заметка').fill('По словам бригадира')
  // The typed time leaves the day of the field. Escape closes the calendar; the form stays open.
  const end = form.getByLabel('Уход')
  await end.fill('19:45')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect.poll(() => end.inputValue()).toMatch(/^\d\d\.\d\d\.\d{4} 19:45$/)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Исправить' }).click()
  await page.getByText(/^Смена исправлена: .*19:45$/).waitFor()
  await drawer.getByText('По словам бригадира').waitFor()
  await drawer.getByRole('button', { name: 'Удалить' }).click()
  const question = page.getByRole('dialog', { name: /^Удалить смену/ })
  await question.getByRole('button', { name: 'Удалить смену' }).click()
  // A deletion needs a reason.
  await question.getByText('Заполните поле').waitFor()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Отмена' }).click()
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
}

test('the owner locks days and unlocks them', async () => {
  const page = await openPage()
  await signIn(page, 'owner', '/users?layout=hours')
  await page.getByRole('button', { name: /^Закры(ть период|то по)/ }).click()
  await page
    .getByRole('menuitem', { name: 'Закрыть ещё дни' })
    .or(page.getByLabel('По какой день'))
    .first()
    .waitFor()
  const more = page.getByRole('menuitem', { name: 'Закрыть ещё дни' })
  if (await more.isVisible()) await more.click()
  const form = page.getByRole('dialog', { name: 'Закрыть часы?' })
  await form.getByText(/ещё ид|не подтвержден|Открытого нет/).waitFor()
  await expectAccessible(page)
  // Before any shift.
  await form.getByLabel('По какой день').fill('31.01.2020')
  await form.getByText('Открытого нет').waitFor()
  await form.getByRole('button', { name: 'Закрыть дни' }).click()
  await page.getByText('Часы закрыты по 31 января 2020').waitFor()
  await page.goto('/users?layout=hours&week=2020-01-15')
  await page.getByRole('img', { name: 'Закрыто для изменений' }).first().waitFor()
  await page.getByRole('button', { name: 'Закрыто по 31 января 2020' }).click()
  await page.getByRole('menuitem', { name: 'Открыть дни снова' }).click()
  const open = page.getByRole('dialog', { name: 'Открыть часы снова?' })
  await open.getByLabel('С какого дня').fill('01.01.2020')
  await open.getByRole('button', { name: 'Открыть дни' }).click()
  await page.getByText('Часы закрыты по 31 декабря 2019').waitFor()
})

test('the week of the team and a person’s hours fit a phone, in English and in dark mode', async () => {
  const page = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  // By name, because other tests create users who come first in the list.
  await signIn(page, 'owner', `/users?layout=hours&search=${encodeURIComponent(people.staff.name)}`)
  await page
    .getByRole('button', { name: new RegExp(`^${people.staff.name}, `) })
    .first()
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await page.getByRole('button', { name: 'This week' }).click()
  await page.goto('/user/3/hours')
  await page.getByText('Worked', { exact: true }).first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await page.getByRole('button', { name: 'Add a shift' }).count()).toBe(1)
})
