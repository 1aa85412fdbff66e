import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

/** A name that no other test uses. */
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 6)}`

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Виды' })
const tab = (page: Page, name: string) => tabs(page).getByRole('button', { name: new RegExp(`^${name}`) })
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function filterByDue(page: Page, days: string): Promise<void> {
  await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Срок', exact: true }).click()
  await page.getByRole('radio', { name: days }).check()
  await page.keyboard.press('Escape')
}

async function keepView(page: Page, name: string, isShared = false): Promise<void> {
  await page.getByRole('button', { name: 'Сохранить как вид…' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Название').fill(name)
  if (isShared) await form.getByRole('switch', { name: 'Общий' }).check({ force: true })
  await form.getByRole('button', { name: 'Сохранить вид' }).click()
  await notice(page, `Вид «${name}» сохранён`).waitFor()
}

async function openActions(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Что сделать с видом «${name}»` }).click()
}

describe('a view', () => {
  test('is saved from filters, shared, changed, and updated live for others', async () => {
    const name = unique('Срок сегодня')
    const page = await openPage()
    await signIn(page, 'admin')
    const other = await openPage()
    await signIn(other, 'owner')
    await tab(other, 'Текущие').waitFor()

    await filterByDue(page, 'сегодня')
    await page.waitForURL(/due_from=today/)
    await keepView(page, name, true)
    await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('true')
    await page.getByRole('button', { name: 'Сохранить как вид…' }).waitFor({ state: 'detached' })

    await tab(other, name).click()
    await other.waitForURL(/due_from=today/)
    await other.getByText('Срок сегодня', { exact: true }).first().waitFor()

    await page.getByRole('searchbox').fill('набор')
    await page.getByRole('button', { name: 'Обновить вид' }).click()
    await notice(page, `Вид «${name}» обновлён`).waitFor()
    // The other user's page updates a moment later.
    const openAnew = async () => {
      await tab(other, 'Все').click()
      await tab(other, name).click()
      return other.url()
    }
    await expect.poll(openAnew, { interval: 500, timeout: 10_000 }).toMatch(/search=/)
  })

  test('keeps its columns, for all who open it, and leaves those of each person as they are', async () => {
    const name = unique('Кратко')
    const page = await openPage()
    await signIn(page, 'admin')
    const other = await openPage()
    await signIn(other, 'owner')
    const heading = (on: Page, title: string) => on.getByRole('columnheader', { name: title, exact: true })
    const toggle = async (title: string) => {
      await page.getByRole('button', { name: 'Столбцы' }).click()
      await page.getByRole('checkbox', { name: title }).click()
      await page.keyboard.press('Escape')
    }
    await heading(page, 'Срок').waitFor()
    await page.getByRole('searchbox').fill('набор')
    await page.waitForURL(/search=/)
    await keepView(page, name, true)

    // What is changed while the view is open is of the view, and waits to be saved.
    await toggle('Срок')
    await heading(page, 'Срок').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Обновить вид' }).click()
    await notice(page, `Вид «${name}» обновлён`).waitFor()
    await page.getByRole('button', { name: 'Обновить вид' }).waitFor({ state: 'detached' })
    await tab(page, 'Все').click()
    await heading(page, 'Срок').waitFor()

    await tab(other, name).click()
    await heading(other, 'Срок').waitFor({ state: 'detached' })
    await tab(other, 'Все').click()
    await heading(other, 'Срок').waitFor()

    // A change that is not saved stays when the page is loaded again, and goes when another view is chosen.
    await tab(page, name).click()
    await heading(page, 'Срок').waitFor({ state: 'detached' })
    await toggle('Статус')
    await heading(page, 'Статус').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: 'Обновить вид' }).waitFor()
    expect(await heading(page, 'Статус').count()).toBe(0)
    await tab(page, 'Все').click()
    await tab(page, name).click()
    await heading(page, 'Статус').waitFor()
    expect(await heading(page, 'Срок').count()).toBe(0)
  })

  test('is saved from the columns alone, without a change of filters', async () => {
    const name = unique('Без статуса')
    const page = await openPage()
    await signIn(page, 'admin')
    const heading = page.getByRole('columnheader', { name: 'Статус', exact: true })
    const toggle = async () => {
      await page.getByRole('button', { name: 'Столбцы' }).click()
      await page.getByRole('checkbox', { name: 'Статус' }).click()
    }
    await tab(page, 'Все').click()
    await heading.waitFor()
    await toggle()
    await heading.waitFor({ state: 'detached' })
    await keepView(page, name)
    await expect.poll(() => tab(page, name).getAttribute('aria-current')).toBe('true')
    await tab(page, 'Все').click()
    await toggle()
    await page.keyboard.press('Escape')
    await heading.waitFor()
    await tab(page, name).click()
    await heading.waitFor({ state: 'detached' })
  })

  test('is renamed, deleted and restored', async () => {
    const [name, next] = [unique('Мой вид'), unique('Другое имя')]
    const page = await openPage()
    await signIn(page, 'admin')
    await tab(page, 'Просрочены').click()
    await page.getByRole('searchbox').fill('плед')
    await keepView(page, name)

    await openActions(page, name)
    await page.getByRole('menuitem', { name: 'Переименовать' }).click()
    await page.getByRole('dialog').getByLabel('Название').fill(next)
    await page.getByRole('dialog').getByRole('button', { name: 'Переименовать' }).click()
    await tab(page, next).waitFor()

    await openActions(page, next)
    await page.getByRole('menuitem', { name: 'Удалить вид' }).click()
    await tab(page, next).waitFor({ state: 'detached' })
    await notice(page, `Вид «${next}» удалён`).getByRole('button', { name: 'Вернуть' }).click()
    await tab(page, next).click()
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('плед')
  })

  test('reports at the field that its name is taken', async () => {
    const name = unique('Двойник')
    const page = await openPage({ refusals: ['422 POST /api/views/create'] })
    await signIn(page, 'admin')
    await page.getByRole('searchbox').fill('плед')
    await keepView(page, name)
    await page.getByRole('searchbox').fill('свечи')
    await page.getByRole('button', { name: 'Сохранить как вид…' }).click()
    await page.getByRole('dialog').getByLabel('Название').fill(name.toUpperCase())
    await page.keyboard.press('Enter')
    await page.getByText('Вид с таким названием уже есть').waitFor()
    await expectAccessible(page)
  })
})

test('fixed days are chosen in a calendar and stored in the address', async () => {
  const page = await openPage()
  await signIn(page, 'admin')
  await filterByDue(page, 'другие дни')
  await page.getByRole('button', { name: 'Фильтр', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Срок', exact: true }).click()
  await page.getByRole('radio', { name: 'другие дни' }).check()
  const days = page.getByRole('dialog').getByRole('table').getByRole('button')
  await days.nth(4).click()
  await days.nth(7).click()
  await page.waitForURL(/due_from=\d{4}-\d\d-05&due_to=\d{4}-\d\d-08/)
  await expectAccessible(page)
})

test.each([360, 1440] as const)('the views are accessible and fit the screen: %i px', async (width) => {
  const page = await openPage({ width })
  await signIn(page, 'admin')
  await page.getByRole('searchbox').fill('набор')
  await page.waitForURL(/search=/)
  if (width === 360) {
    await tabs(page).getByRole('button').click()
    await page.getByRole('menuitemradio', { name: /Просрочены/ }).waitFor()
    await page.getByRole('menuitem', { name: 'Сохранить как вид…' }).waitFor()
  } else {
    await page.getByRole('button', { name: 'Сохранить как вид…' }).waitFor()
  }
  await expectAccessibleInBothThemes(page)
  await expectNoSidewaysScroll(page)
})
