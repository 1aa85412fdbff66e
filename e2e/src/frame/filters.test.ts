import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { useBrowser } from '../browser.ts'
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
})
