import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makeSupply } from '../made/made-supplies.ts'
import { expectAccessible, expectAccessibleInBothThemes, expectNoSidewaysScroll } from '../page-checks.ts'
import { people, signIn } from '../people.ts'
import { waitForRest } from '../screens/layout.ts'

const { openPage } = useBrowser()
/** Opens a page in a new profile, because a fake clock cannot be removed from a profile. */
const { openPage: openAlone } = useBrowser({ hasWorker: false })

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

  // React alone delays loaded code until 300 ms after the last placeholder. No timer runs here, so no delay ends.
  test('is open as soon as its code has come', async () => {
    const page = await openAlone()
    await page.clock.install()
    await signIn(page, 'admin')
    await waitForRest(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Поиск и команды' }).click()
    await field(page).waitFor()
  })

  test('is empty and has the focus if it is opened again while it fades out', async () => {
    const page = await openPage()
    // Without motion it disappears at once.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await signIn(page, 'admin')
    await open(page)
    await page.keyboard.type('задачи')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+KeyK')
    await expect.poll(() => field(page).inputValue()).toBe('')
    await page.keyboard.type('shop')
    await expect.poll(() => field(page).inputValue()).toBe('shop')
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

  test.each([1440, 360] as const)(
    'acts on the person and the supply that it finds, on %i px',
    async (width) => {
      const supply = await makeSupply({ boxes: 1 })
      const page = await openPage({ width })
      await signIn(page, 'admin')
      const search = async (text: string) => {
        await page.getByRole('button', { name: 'Поиск и команды' }).click()
        await field(page).fill(text)
      }
      const { name } = people.staff
      await search(name)
      await option(page, /^Наградить/).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await option(page, /^Начислить или списать деньги/).click()
      const post = page.getByRole('dialog', { name: 'Операция с деньгами' })
      await post.getByText(name).first().waitFor()
      await post.getByRole('button', { name: 'Отмена' }).click()
      await post.waitFor({ state: 'detached' })

      await search(name)
      await option(page, /^Часы/).click()
      await page.waitForURL('**/user/*/hours')
      await search(supply.number)
      const labels = page.waitForEvent('download')
      await option(page, /^Этикетки 58×40/).click()
      expect((await labels).suggestedFilename()).toMatch(/\.pdf$/)
      await search(supply.number)
      await option(page, /^Упаковывать/).click()
      await page.waitForURL(`**/supply/${supply.id}?pack=*`)
    },
  )

  test('staff find no steps with the money of others, and pages by what is done there', async () => {
    const page = await openPage()
    await signIn(page, 'staff')
    await open(page)
    await page.keyboard.type('зарплата')
    await option(page, /Перейти: Деньги/).waitFor()
    await field(page).fill(people.admin.name)
    await page
      .getByRole('status')
      .filter({ hasText: /Нашлось|Ничего/ })
      .waitFor({ state: 'attached' })
    expect(await option(page, /Начислить|Наградить/).count()).toBe(0)
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

test.each([360, 1440] as const)('the palette is accessible and fits the screen: %i px', async (width) => {
  for (const who of ['staff', 'admin'] as const) {
    const page = await openPage({ width })
    await signIn(page, who)
    await page.getByRole('button', { name: 'Поиск и команды' }).click()
    await option(page, /Выйти/).waitFor()
    await expectAccessibleInBothThemes(page)
    await field(page).fill('набор')
    await option(page, /набор/i).first().waitFor()
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Закрыть поиск' }).click()
    await field(page).waitFor({ state: 'detached' })
  }
})
