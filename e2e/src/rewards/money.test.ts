import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { asAdmin, asSomeone, comeIn, makeSomeone, type Someone, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

type Ledger = 'money' | 'coins'
type Posted = { id: number; amount: number; source: { id: number } }

/** Gives a user a bonus. @returns the entry */
async function give({ id }: Someone, ledger: Ledger, amount: number): Promise<Posted> {
  const body = { user_id: id, amount, kind: 'bonus', comment: 'Наставничество' }
  const answer = await (await asAdmin()).call<Record<Ledger, Posted[]>>('POST', `/${ledger}`, body)
  return answer[ledger][0] ?? { id: 0, amount: 0, source: { id: 0 } }
}

/** The amounts of the user's entries, newest first. */
async function amountsOf({ id }: Someone, ledger: Ledger): Promise<number[]> {
  const api = await asAdmin()
  const answer = await api.call<Record<Ledger, Posted[]>>('POST', `/listing/${ledger}`, { user_id: id })
  return answer[ledger].map(({ amount }) => amount)
}

test('staff see their earnings and the calculation of each sum on a phone', async () => {
  const someone = await takeOn('Денежкина')
  const title = unique('Набор «Уют»')
  const [taskId] = await makeTasks([
    { title, user_id: someone.id, quantity: 24, money: 60_000, coins: 50, requires_review: true },
  ])
  const assignee = await asSomeone(someone)
  await assignee.call('POST', `/tasks/${taskId}/start`, {})
  await assignee.call('POST', `/tasks/${taskId}/finish`, { quantity_done: 17 })
  await (await asAdmin()).call('POST', `/tasks/${taskId}/approve`, {})

  const phone = await openPage({ width: 360 })
  await comeIn(phone, someone)
  await phone.getByText('Сегодня 425 ₽').waitFor()
  await phone.getByRole('navigation').getByRole('link', { name: 'Деньги' }).click()
  await phone.getByRole('article').getByText(title).waitFor()
  await phone.getByText('425,00 ₽', { exact: true }).first().waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('link', { name: 'Монеты', exact: true }).click()
  await phone.getByRole('button', { name: 'Задача' }).click()
  const entry = phone.getByRole('dialog', { name: /^Запись \d+$/ })
  // 50 coins for 24 pieces make 35.4 coins for 17 pieces.
  await entry.getByText('50 × 17 / 24 = 35').waitFor()
  await entry.getByText('округлено вниз').waitFor()
  await entry.getByText('Кто одобрил').waitFor()
  await entry.getByText(people.admin.name).first().waitFor()
  await entry.getByText(/^Отработано:/).waitFor()
  expect(await entry.getByRole('button', { name: 'Отменить запись' }).count()).toBe(0)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await entry.getByRole('link', { name: title }).click()
  await phone.waitForURL(`**/task/${taskId}`)

  const desk = await openPage()
  await comeIn(desk, someone)
  await desk.getByRole('link', { name: 'Ваши деньги: 425,00 ₽' }).waitFor()
  await give(someone, 'money', 100_050)
  await desk.getByRole('link', { name: 'Ваши деньги: 1 425,50 ₽' }).click()
  await desk.getByRole('button', { name: 'Премия' }).waitFor()
  await expectAccessible(desk)
})

test('an admin posts to several people at once, and only once if the answer is lost', async () => {
  const lost = `net::ERR_FAILED POST ${site().address}/api/money`
  const page = await openPage({ refusals: [lost] })
  const [first, second] = [await makeSomeone('Первакова'), await makeSomeone('Второва')]
  await signIn(page, 'admin', '/money')
  await page.getByRole('button', { name: /^Операция/ }).click()
  const form = page.getByRole('dialog', { name: 'Операция с деньгами' })
  await form.getByRole('button', { name: 'Внести' }).click()
  await form.getByText('Заполните поле').first().waitFor()
  await expectAccessible(page)
  await choosePerson(page, first)
  await choosePerson(page, second)
  await form.getByLabel('Сумма каждому').fill('300')
  // The dialog grows by this line, so the switch moves.
  await form.getByText('2 людям, всего +600 ₽').waitFor()
  await form.getByRole('switch', { name: 'Каждому своя сумма' }).check({ force: true })
  await form.getByLabel(first.name).fill('1500,50')
  await form.getByLabel(second.name).fill('700')
  await form.getByLabel('Комментарий').fill('Наставничество')
  await form.getByText('2 людям, всего +2 200,50 ₽').waitFor()
  await loseAnswer(page)
  const send = form.getByRole('button', { name: 'Начислить 2 200,50 ₽' })
  await send.click()
  await page.getByText('Не сохранилось: сервер не ответил').waitFor()
  await page.unroute('**/api/money')
  await page.getByRole('button', { name: 'Ещё раз' }).click()
  await page.getByText('Внесено 2 людям: +2 200,50 ₽').waitFor()
  expect(await amountsOf(first, 'money')).toEqual([150_050])
  expect(await amountsOf(second, 'money')).toEqual([70_000])

  await page.goto(`/user/${first.id}/coins`)
  await page.getByRole('button', { name: /^Операция/ }).click()
  await page.getByRole('combobox', { name: 'Вид' }).click()
  await page.getByRole('option', { name: 'Штраф' }).click()
  const fine = page.getByRole('dialog', { name: 'Операция с монетами' })
  await fine.getByLabel('Сумма').fill('5')
  await fine.getByLabel('Комментарий').fill('Пересорт')
  await fine.getByRole('button', { name: 'Удержать 5 монет' }).click()
  await fine.getByText(`${first.name}: только 0 монет`).waitFor()
})

/** Posts the entry, but loses the answer. */
const loseAnswer = (page: Page) =>
  page.route('**/api/money', async (route) => {
    await route.fetch()
    await route.abort()
  })

async function choosePerson(page: Page, { name, last }: Someone): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Кому' })
  await field.fill(last)
  await page.getByRole('option', { name }).click()
  await field.press('Escape')
}

/** The sum of a figure above the people, in roubles; NaN until it is read. */
async function roublesIn(run: Locator, name: RegExp): Promise<number> {
  const text = await run.locator('dl > div').filter({ hasText: name }).locator('dd').first().textContent()
  return Number.parseFloat((text ?? '').replace(/[^\d,]/g, '').replace(',', '.'))
}

test('an admin pays out balances with their password and prints the sheet', async () => {
  const lost = `net::ERR_FAILED POST ${site().address}/api/money`
  const page = await openPage({ refusals: ['422 POST /api/user/password/check', lost] })
  const [first, second] = [await makeSomeone('Выплатова'), await makeSomeone('Выплатова')]
  await give(first, 'money', 150_000)
  await give(second, 'money', 86_142)
  await signIn(page, 'admin', '/money')
  await page.getByRole('button', { name: 'Выплатить' }).click()
  const run = page.getByRole('dialog', { name: 'Выплата', exact: true })
  // The two people have 2 361,42 ₽ together, and the company of the demo owes more.
  for (const name of [/^К выплате сейчас/, /^Начислено, /])
    await expect.poll(() => roublesIn(run, name)).toBeGreaterThan(2361)
  await expect.poll(() => roublesIn(run, /^Выплачено, /)).toBeGreaterThanOrEqual(0)
  await run.getByPlaceholder('Найти по имени').fill('Выплатова-')
  await run.getByRole('checkbox', { name: first.name }).check()
  await run.getByRole('checkbox', { name: second.name }).check()
  await run.getByText('Выбрано 2 человека, всего 2 361,42 ₽').waitFor()
  await expectAccessible(page)
  const amount = run.getByLabel(`Выплатить: ${first.name}`)
  await amount.fill('1500,01')
  await run.getByRole('button', { name: 'Выплатить', exact: true }).click()
  await run.getByText('Больше остатка').waitFor()
  await amount.fill('1000')
  await run.getByLabel('Комментарий').fill('Аванс за ноябрь')
  await run.getByRole('button', { name: 'Выплатить', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Выплатить 1 861,42 ₽ 2 людям?' })
  await question.getByLabel('Ваш пароль').fill('не тот пароль')
  await question.getByRole('button', { name: 'Выплатить 1 861,42 ₽' }).click()
  await question.getByText('Неверный пароль').waitFor()
  expect(await amountsOf(first, 'money')).toEqual([150_000])
  await loseAnswer(page)
  await question.getByLabel('Ваш пароль').fill(password)
  await question.getByRole('button', { name: 'Выплатить 1 861,42 ₽' }).click()
  await page.getByText('Нажмите ещё раз: дважды не выплатится').waitFor()
  // The balances have changed since, but the repeated request is the same.
  await page.unroute('**/api/money')
  await run.getByRole('button', { name: 'Выплатить', exact: true }).click()
  await question.getByLabel('Ваш пароль').fill(password)
  await question.getByRole('button', { name: 'Выплатить 1 861,42 ₽' }).click()
  await readSheet(page, [first, second])
  expect(await amountsOf(first, 'money')).toEqual([-100_000, 150_000])

  await page.goto(`/user/${second.id}/money`)
  await page.getByRole('button', { name: 'Выплата' }).click()
  await page.getByRole('link', { name: 'Ведомость' }).click()
  await page
    .getByRole('dialog', { name: /^Ведомость/ })
    .getByText('Аванс за ноябрь')
    .waitFor()
})

async function readSheet(page: Page, paid: Someone[]): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Ведомость на выплату/ })
  for (const { name } of paid) await sheet.getByRole('cell', { name }).waitFor()
  await sheet.getByText('Всего, 2 человека').waitFor()
  await sheet.getByRole('cell', { name: '1 861,42 ₽' }).waitFor()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Скачать' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /csv/i }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await page.emulateMedia({ media: 'print' })
  // The print shows the sheet without the frame and the dialog.
  expect(await page.getByRole('main').isVisible()).toBe(false)
  expect(await page.getByText('Всего, 2 человека').filter({ visible: true }).count()).toBe(1)
  await page.emulateMedia({ media: 'screen' })
}

test('the owner reverses an entry, and the entry and its reversal link to each other', async () => {
  const someone = await makeSomeone('Ошибкина')
  const { id } = await give(someone, 'money', 150_000)
  const page = await openPage()
  await signIn(page, 'owner', `/money?entry=${id}`)
  const entry = page.getByRole('dialog', { name: `Запись ${id}` })
  await entry.getByRole('button', { name: 'Отменить запись' }).click()
  const question = page.getByRole('dialog', { name: `Отменить: ${someone.name}, +1 500 ₽?` })
  await question.getByRole('button', { name: 'Отменить запись' }).click()
  await question.getByText('Заполните поле').waitFor()
  await expectAccessible(page)
  await question.getByLabel('Причина').fill('Внесено дважды')
  await question.getByRole('button', { name: 'Отменить запись' }).click()
  await page.getByText(`Запись отменена: ${someone.name}, +1 500 ₽`).waitFor()
  expect(await amountsOf(someone, 'money')).toEqual([-150_000, 150_000])
  await entry.getByText('Отменена записью').waitFor()
  await entry.getByRole('button', { name: /^Отмена, / }).click()
  await page.getByRole('dialog').getByText('Отменяет', { exact: true }).waitFor()
  await page.getByRole('dialog').getByText('Внесено дважды').waitFor()
  await page.getByRole('button', { name: 'Закрыть запись' }).click()
  await page.getByText(/^Остатки (проверены .* все сходятся|проверяются каждую ночь)/).waitFor()
  await expectAccessible(page)
})

test('the ledgers fit a phone, in English and in dark mode', async () => {
  const page = await openPage({ width: 360, theme: 'dark', locale: 'en' })
  const someone = await makeSomeone('Узкова')
  await give(someone, 'coins', 1_234_567)
  await signIn(page, 'owner', '/money')
  await page.getByRole('article').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Pay out' }).click()
  await page
    .getByText(/^Select all/)
    .or(page.getByText('There is nobody to pay'))
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`/user/${someone.id}/coins`)
  await page.getByRole('button', { name: 'Bonus' }).click()
  await page
    .getByRole('dialog', { name: /^Entry/ })
    .getByText('Entered by')
    .waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test.each([
  [360, 'ru', ['За всё время', 'Этот месяц', 'всё время', 'За это время записей нет']],
  [1440, 'en', ['All time', 'This month', 'all time', 'No entries in this period']],
] as const)('the money of a person opens at the current month, on %i px', async (width, locale, texts) => {
  const [allTime, present, whole, none] = texts
  const someone = await takeOn('Месячная')
  await give(someone, 'money', 150_000)
  const page = await openPage({ width, locale })
  await comeIn(page, someone, `/user/${someone.id}/money`)
  const month = page.getByRole('status', { name: /^(Когда|When)$/ })
  const name = (months: number) => {
    const now = new Date()
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
    return first.toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })
  }
  const totals = page.getByRole('main')
  await totals
    .getByText(/1.?500/)
    .first()
    .waitFor()
  expect((await month.textContent())?.toLowerCase()).toContain(name(0).toLowerCase())
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [back, on] = await page.getByRole('main').locator('span:has(> [role=status]) > button').all()
  expect(await on?.isDisabled()).toBe(true)
  await back?.click()
  await page.getByText(none, { exact: true }).waitFor()
  expect((await month.textContent())?.toLowerCase()).toContain(name(1).toLowerCase())
  await page.getByRole('button', { name: allTime, exact: true }).first().click()
  await expect.poll(() => month.textContent()).toBe(whole)
  await page.getByText(none, { exact: true }).waitFor({ state: 'detached' })
  // The link shows the same to others.
  await page.reload()
  await expect.poll(() => month.textContent()).toBe(whole)
  await page.getByRole('button', { name: present, exact: true }).click()
  await expect.poll(async () => (await month.textContent())?.toLowerCase()).toContain(name(0).toLowerCase())
})
