import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { takeOn } from '../made/taken-on.ts'
import { windowSize } from '../pages.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const menu = (page: Page) => page.getByRole('button', { name: 'Фильтр', exact: true })
const option = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

async function openFilter(page: Page, name: string): Promise<void> {
  await menu(page).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

describe('the menu of filters', () => {
  test('stays open while several values of its only filter are ticked, and is gone afterwards', async () => {
    const page = await openPage()
    await signIn(page, 'staff', '/money')
    await openFilter(page, 'Вид')
    await option(page, 'Премия').check()
    await option(page, 'Штраф').check()
    await page.waitForURL(/bonus.*fine/)
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Вид Премия, Штраф' }).waitFor()
  })

  test('has all its options in the window, above its button if they have no room below', async () => {
    const someone = await takeOn('Оконная')
    const page = await openPage({ width: 1024 })
    await signIn(page, 'owner', `/user/${someone.id}/achievements`)
    await menu(page).scrollIntoViewIfNeeded()
    await openFilter(page, 'Достижение')
    await option(page, 'Виртуоз').waitFor()
    await expect.poll(() => placeOf(page)).toEqual({ isInWindow: true, isAbove: true })

    await page.goto(`/user/${someone.id}/tasks`)
    await openFilter(page, 'Набор')
    await page.getByRole('dialog').getByRole('checkbox').nth(12).waitFor()
    await expect.poll(() => placeOf(page)).toEqual({ isInWindow: true, isAbove: false })
  })
})

test('the calendar marks the present day of the company, not that of the browser', async () => {
  const dayIn = (timeZone: string) => new Date().toLocaleDateString('sv', { timeZone })
  // One of them has another day than Moscow at any time.
  const timezone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
    (zone) => dayIn(zone) !== dayIn('Europe/Moscow'),
  )
  const page = await openPage({ timezone })
  await signIn(page, 'owner', '/tasks')
  await openFilter(page, 'Срок')
  await page.getByRole('radio', { name: 'другие дни' }).check()
  const marked = page.locator('.mantine-DatePicker-day[data-present]')
  await marked.waitFor()
  const number = Number(dayIn('Europe/Moscow').slice(-2))
  expect(await marked.allInnerTexts()).toEqual([String(number)])
})

async function placeOf(page: Page) {
  const button = await menu(page).boundingBox()
  const popup = await page.getByRole('dialog').boundingBox()
  if (!button || !popup) return null
  const bottom = popup.y + popup.height
  return { isInWindow: popup.y >= 0 && bottom <= windowSize(1024).height, isAbove: bottom <= button.y }
}
