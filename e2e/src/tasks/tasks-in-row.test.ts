import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { adminClient, makeTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const openList = (page: Page, search: string) =>
  signIn(page, 'admin', `/tasks?layout=table&status=%5B%5D&search=${encodeURIComponent(search)}`)
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })
const pencil = (page: Page, name: RegExp) => page.getByRole('button', { name })
const undo = (page: Page, text: RegExp) =>
  notice(page, text).getByRole('button', { name: 'Вернуть как было' }).click()

type Read = { user: { full_name: string } | null; priority: string; quantity: number; due_at: string | null }
const readTask = async (id: number) =>
  (await (await adminClient()).call<{ task: Read & { money: number } }>('GET', `/tasks/${id}`)).task

describe('a value in the list of tasks', () => {
  test('is changed in place and given back by one press', async () => {
    const title = unique('Плед')
    const [id = 0] = await makeTasks([{ title, quantity: 4 }])
    const page = await openPage()
    await openList(page, title)
    await rowOf(page, title).hover()

    await pencil(page, /^Изменить приоритет/).click()
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: 'Срочно' }).click()
    await notice(page, /Срочно/).waitFor()
    await expect.poll(async () => (await readTask(id)).priority).toBe('urgent')
    await undo(page, /Срочно/)
    await notice(page, /Вернули как было/).waitFor()
    expect((await readTask(id)).priority).toBe('normal')

    await pencil(page, /^Назначить исполнителя/).click()
    const window = page.getByRole('dialog', { name: /^Назначить исполнителя/ })
    await window.getByRole('textbox').fill('Жук')
    await expectAccessible(page)
    await window.getByRole('button', { name: /Жукова/ }).click()
    await rowOf(page, title)
      .getByText(/Жукова/)
      .waitFor()
    expect((await readTask(id)).user?.full_name).toMatch(/Жукова/)

    await pencil(page, /^Изменить количество/).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Количество' })
    await field.fill('9')
    await field.press('Enter')
    await expect.poll(async () => (await readTask(id)).quantity).toBe(9)
    await rowOf(page, title).getByText('0 / 9').or(rowOf(page, title).getByText('9')).first().waitFor()

    await pencil(page, /^Изменить срок/).click()
    const due = page.getByRole('dialog').getByRole('textbox', { name: 'Срок' })
    await due.fill('05.03.2030 10:30')
    // A press on a day leaves the popover open and the time unchanged.
    await page.getByRole('button', { name: '7 марта 2030', exact: true }).click()
    expect(await due.inputValue()).toBe('07.03.2030 10:30')
    await page.getByRole('dialog').getByRole('button', { name: 'Изменить', exact: true }).click()
    await expect.poll(async () => (await readTask(id)).due_at).toBe('2030-03-07T07:30:00.000Z')
  })

  test('is reached by keys alone', async () => {
    const title = unique('Чай')
    const [id = 0] = await makeTasks([{ title }])
    const page = await openPage()
    await openList(page, title)
    await rowOf(page, title).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('e')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/статус/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Низкий' }).waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/приоритет/)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR')
    expect((await readTask(id)).priority).toBe('normal')
  })

  test('does not replace what a colleague has changed meanwhile', async () => {
    const title = unique('Кружка')
    const [id = 0] = await makeTasks([{ title }])
    const page = await openPage()
    await openList(page, title)
    await rowOf(page, title).hover()
    await pencil(page, /^Изменить приоритет/).click()
    const item = page.getByRole('menuitemradio', { name: 'Высокий' })
    await item.waitFor()
    await (await adminClient()).call('PUT', `/tasks/${id}`, { priority: 'low' })
    await item.click()
    await notice(page, /не изменилась/).waitFor()
    expect((await readTask(id)).priority).toBe('low')
  })
})

test('a step on a selection shows its effect first and is undone as a whole', async () => {
  const title = unique('Носки')
  const ids = await makeTasks(Array.from({ length: 3 }, () => ({ title })))
  const client = await adminClient()
  await client.call('PUT', `/tasks/${ids[0]}`, { priority: 'high' })
  await client.call('POST', `/tasks/${ids[2]}/cancel`, {})
  const page = await openPage()
  await openList(page, title)
  await page.getByRole('checkbox', { name: 'Выбрать все на этой странице' }).click()
  const bar = page.getByRole('region', { name: 'Выбранное' })
  await bar.getByRole('button', { name: 'Приоритет' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Приоритет' }).or(dialog.getByLabel('Приоритет')).first().click()
  await page.getByRole('option', { name: 'Высокий' }).click()
  await dialog.getByText('Изменится 1 задача').waitFor()
  await dialog.getByText('уже так: 1').waitFor()
  await dialog.getByText('нельзя изменить: 1').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Изменить 3' }).click()
  await dialog.getByRole('button', { name: 'Закрыть' }).click()
  await undo(page, /Приоритет изменён/)
  await notice(page, /Вернули как было/)
    .or(dialog.getByText(/Вернули/))
    .first()
    .waitFor()
  const priorities = await Promise.all(ids.map(async (id) => (await readTask(id)).priority))
  expect(priorities).toEqual(['high', 'normal', 'normal'])
})
