import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Из чего сложилось' }).getByRole('listitem')

/** The sum of the last number of each line. */
const sumOf = (lines: string[]) =>
  lines.reduce((sum, line) => sum + Number(/(\d+)$/.exec(line.trim())?.[1]), 0)

/** The file that the download button of a part of the page gives. */
async function csvOf(page: Page, part: Locator): Promise<string> {
  const file = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Скачать', exact: true }).first().click()
  await page.getByRole('menuitem', { name: /csv/ }).click()
  return readFile(await (await file).path(), 'utf8')
}

test('a person sees their own figures, and a number opens the rows behind it', async () => {
  const someone = await takeOn('Итогова')
  const title = unique('Салфетки')
  // Three digits, so that no time of day matches.
  const made = [112, 30].map((quantity) => ({ title, quantity, user_id: someone.id, coins: 5 }))
  const [first] = await makeTasks(made, ['start', 'finish'])
  const phone = await openPage({ width: 360 })
  await comeIn(phone, someone, '/analytics')
  const strip = phone.getByRole('list', { name: 'Показатели' })
  await strip.getByRole('button', { name: /^Сделано штук: 142\./ }).click()
  const panel = phone.getByRole('dialog', { name: 'Сделано штук' })
  await panel.getByText('142', { exact: true }).waitFor()
  await rowsOf(phone).nth(1).waitFor()
  expect(sumOf(await rowsOf(phone).allInnerTexts())).toBe(142)
  await expectAccessible(phone)
  // The address keeps the panel open after a reload.
  await phone.reload()
  await rowsOf(phone).filter({ hasText: '112' }).getByRole('link').click()
  await phone.waitForURL(`**/task/${first}`)

  await phone.goto('/analytics')
  await strip.getByRole('button', { name: 'Монет получено', exact: true }).click()
  await phone.getByRole('heading', { name: 'Монет получено по дням' }).waitFor()
  await phone.getByRole('heading', { name: 'Лучшее за всё время' }).waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
})

test('an admin sees the team: a chart with its table and image, the hours of the week, files', async () => {
  const desk = await openPage({ theme: 'dark' })
  await signIn(desk, 'admin', '/analytics/command?metric=tasks_done&date_from=last_month&date_to=last_month')
  const chart = desk.getByRole('application', { name: /^Задач закрыто по дням/ })
  await chart.focus()
  await desk.keyboard.press('ArrowRight')
  await desk.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
  const picture = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Скачать картинкой' }).click()
  const bytes = await readFile(await (await picture).path())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')

  const cells = desk.getByRole('table', { name: /по дням недели и часам/ })
  await cells.getByRole('button').first().focus()
  await desk.keyboard.press('ArrowRight')
  await desk.keyboard.press('Enter')
  await desk.getByRole('dialog', { name: 'На смене' }).waitFor()
  await desk.keyboard.press('Escape')
  await desk.getByRole('dialog').waitFor({ state: 'hidden' })

  await desk.getByText('Таблица', { exact: true }).click()
  const days = desk.getByRole('region', { name: 'Задач закрыто по дням' }).getByRole('table')
  await days.getByRole('row').nth(1).waitFor()
  await expectAccessible(desk)
  const region = desk.getByRole('region', { name: 'Задач закрыто по дням' })
  expect(await csvOf(desk, desk.getByRole('main'))).toContain('Дарья Климова')
  expect(await csvOf(desk, region)).toContain('С;По;Задач сделано;')

  await desk.getByRole('link', { name: 'Наборы', exact: true }).last().click()
  await desk.getByRole('row').nth(1).waitFor()
  await desk.goto('/analytics/command?part=compare&people=[3,5]')
  await desk.getByRole('heading', { name: 'Эти дни вместе' }).waitFor()
  await expectAccessible(desk)
})

test('an image that is asked for before the chart is loaded has the chart', async () => {
  const desk = await openPage()
  const sizeOf = async () => {
    const picture = desk.waitForEvent('download')
    await desk.getByRole('button', { name: 'Скачать картинкой' }).first().click()
    return (await readFile(await (await picture).path())).length
  }
  const chart = desk.getByRole('application', { name: /^Задач закрыто по дням/ })
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await desk.route(/line-chart/, async (route) => {
    await released
    await route.continue()
  })
  await signIn(desk, 'admin', '/analytics/command?metric=tasks_done&date_from=last_month&date_to=last_month')
  const early = sizeOf()
  await desk.waitForTimeout(1000)
  expect(await chart.count()).toBe(0)
  release()
  const first = await early
  await chart.waitFor()
  expect(Math.abs(first - (await sizeOf()))).toBeLessThan(first / 10)
})

test('only the owner sees what work costs', async () => {
  const [owner, admin, staff] = [await openPage(), await openPage(), await openPage({ locale: 'en' })]
  // The demo's boxes are in these weeks, whichever day of the month it is.
  const since = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  const cost = `/analytics/command?part=cost&date_from=${since}&date_to=today`
  await signIn(owner, 'owner', cost)
  await owner.getByRole('heading', { name: 'За короб' }).waitFor()
  await owner
    .getByRole('button', { name: /^Закрыто коробов: / })
    .first()
    .click()
  await rowsOf(owner).first().waitFor()
  await owner.keyboard.press('Escape')
  expect(await csvOf(owner, owner.getByRole('main'))).toContain('Короб;')
  await signIn(admin, 'admin', cost)
  await admin.getByRole('heading', { name: 'Эта страница для владельца компании' }).waitFor()
  await signIn(staff, 'staff', cost)
  await staff.getByRole('heading', { name: 'This page is for the company owner' }).waitFor()
  await staff.getByRole('link', { name: 'To the team' }).click()
  await staff.getByRole('list', { name: 'Team by points' }).getByRole('listitem').first().waitFor()
  expect(await staff.getByRole('main').getByText('₽').count()).toBe(0)
})

test('a view saves the days of the figures and restores them', async () => {
  const page = await openPage()
  await signIn(page, 'admin', '/analytics/command?date_from=2026-10-05&date_to=2026-10-11')
  const name = unique('Первая неделя')
  await page.getByRole('button', { name: 'Сохранить как вид…' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Название').fill(name)
  await form.getByRole('button', { name: 'Сохранить вид' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: `Вид «${name}» сохранён` })
    .waitFor()
  await page.goto('/analytics/command')
  const kept = page.getByRole('navigation', { name: 'Виды' }).getByRole('button', { name })
  await kept.first().click()
  await page.waitForURL(/date_from=2026-10-05&date_to=2026-10-11/)
})
