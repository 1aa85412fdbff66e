import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, type View } from './browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from './page-checks.ts'
import { signIn } from './people.ts'

const { openPage } = useBrowser()

const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск и команды' })
const option = (page: Page, name: RegExp) => page.getByRole('option', { name })

async function open(page: Page): Promise<void> {
  // Until the frame is drawn, no code listens to keys.
  await page.getByRole('button', { name: 'Поиск и команды' }).waitFor()
  await page.keyboard.press('Control+KeyK')
  await field(page).waitFor()
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
}

describe('the palette', () => {
  test('finds a task by a part of its name in the wrong layout, without a mouse', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await open(page)
    await page.keyboard.type('yf,jh')
    await option(page, /Набор.*№ \d+/)
      .first()
      .waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: /Нашлось: \d/ })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    expect(await chosen.getAttribute('id')).toBe(await field(page).getAttribute('aria-activedescendant'))
    const said = await chosen.textContent()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/task/${said?.match(/№ (\d+)/)?.[1]}`)
    await field(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1, name: /набор/i }).waitFor()
  })

  test('opens a task by number and Enter before the answer arrives, and lists recent places', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    const link = page.getByRole('main').locator('a[href^="/task/"]').first()
    const number = (await link.getAttribute('href'))?.match(/\d+/)?.[0] ?? ''
    await open(page)
    await page.keyboard.type(number)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/task/${number}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await open(page)
    await page.getByRole('group', { name: 'Недавние места' }).getByRole('option', { name: 'Задачи' }).click()
    await page.waitForURL('**/tasks')
  })

  test('runs commands by name', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await open(page)
    await page.keyboard.type('тема темная')
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.mantineColorScheme))
      .toBe('dark')
    await open(page)
    await page.keyboard.type('ytdst')
    await page.keyboard.press('Escape')
    await field(page).waitFor({ state: 'detached' })
    await open(page)
    await page.keyboard.type('новая')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Что сделать').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
    // Restores the theme that other tests expect of this user.
    await page.keyboard.press('Escape')
    await open(page)
    await page.keyboard.type('тема светлая')
    await page.keyboard.press('Enter')
  })

  test('says that nothing was found', async () => {
    const page = await openPage()
    await signIn(page, 'staff')
    await open(page)
    await page.keyboard.type('такого точно нет')
    await page.getByText('По запросу «такого точно нет» ничего нет').waitFor()
    await page.getByRole('status').filter({ hasText: 'Ничего не нашлось' }).waitFor({ state: 'attached' })
    await expectAccessible(page)
  })
})

const looks: View[] = ([360, 1440] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((theme) => ({ width, theme, locale: 'ru', refusals: [] })),
)

test.each(looks)('the palette is accessible and fits the screen: $width px, $theme', async (view) => {
  for (const who of ['staff', 'admin'] as const) {
    const page = await openPage(view)
    await signIn(page, who)
    await page.getByRole('button', { name: 'Поиск и команды' }).click()
    await option(page, /Выйти/).waitFor()
    await expectAccessible(page)
    await field(page).fill('набор')
    await option(page, /набор/i).first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Закрыть поиск' }).click()
    await field(page).waitFor({ state: 'detached' })
  }
})
