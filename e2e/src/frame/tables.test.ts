import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser, type View } from '../browser.ts'
import { makeTasks, unique } from '../made/made-tasks.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const row = (page: Page, place: number) => page.getByRole('row').nth(place)
const chosen = (page: Page) => page.locator('tr[data-selected]').count()
const hasFocus = (page: Page, place: number) =>
  row(page, place).evaluate((element) => element === document.activeElement)
const help = (page: Page) => page.getByRole('dialog', { name: 'Клавиши' })

/** Opens the list of tasks with exactly `count` new tasks in it. */
async function openTasks(page: Page, count: number): Promise<string> {
  const title = unique('Клавиша')
  await makeTasks(Array.from({ length: count }, () => ({ title })))
  await signIn(page, 'admin', `/tasks?search=${encodeURIComponent(title)}`)
  await expect.poll(() => page.getByRole('row').count(), { timeout: 15_000 }).toBe(count + 1)
  return title
}

describe('the columns', () => {
  /** Each list with the column that takes the remaining space. */
  const lists = [
    ['/tasks', 'Задача', 260],
    ['/users', 'Имя', 210],
    ['/sets', 'Название', 260],
    ['/supplies', 'Куда', 210],
    ['/orders', 'Что', 210],
    ['/shop', 'Название', 210],
    ['/money', 'За что', 210],
    ['/pushes', 'Что', 210],
    ['/legal_entities', 'Название', 210],
  ] as const

  test.each([1024, 1440] as const)(
    'give way to the names at %i px, and nothing scrolls sideways',
    async (width) => {
      const page = await openPage({ width })
      await signIn(page, 'owner')
      for (const [path, name, least] of lists) {
        await page.goto(path)
        await row(page, 1).waitFor()
        const header = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${name}`) })
        const wide = (await header.first().boundingBox())?.width ?? 0
        const isScrolled = await page
          .locator('main table')
          .evaluate(({ clientWidth, parentElement }) => clientWidth > (parentElement?.clientWidth ?? 0))
        expect([path, wide >= least, isScrolled]).toEqual([path, true, false])
      }
    },
  )

  test('leave the title of a task more room than coins at 1440 px', async () => {
    const page = await openPage()
    const title = await openTasks(page, 1)
    const cell = row(page, 1).getByRole('cell').filter({ hasText: title })
    expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(320)
    expect(await page.getByRole('columnheader', { name: 'Оплата' }).count()).toBe(1)
    expect(await page.getByRole('columnheader', { name: 'Монеты' }).count()).toBe(0)
  })
})

describe('the keys of a list', () => {
  test('go to a row from the page, select rows and open one', async () => {
    const page = await openPage()
    await openTasks(page, 4)
    await page.keyboard.press('ArrowDown')
    expect(await hasFocus(page, 1)).toBe(true)
    await page.keyboard.press('ArrowDown')
    expect(await hasFocus(page, 2)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('x')
    await expect.poll(() => chosen(page)).toBe(1)
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => chosen(page)).toBe(3)
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => chosen(page)).toBe(2)
    expect(await hasFocus(page, 2)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+X')
    await expect.poll(() => chosen(page)).toBe(4)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => chosen(page)).toBe(0)
    expect(await hasFocus(page, 4)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/task/*')
  })

  test('work in a Russian layout', async () => {
    const page = await openPage()
    await openTasks(page, 2)
    await page.keyboard.press('ArrowDown')
    await pressRussian(page, 'ч', 'KeyX')
    await expect.poll(() => chosen(page)).toBe(1)
    await pressRussian(page, '?', 'Digit7', true)
    await help(page).waitFor()
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await pressRussian(page, ',', 'Slash', true)
    await help(page).waitFor()
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await pressRussian(page, 'т', 'KeyN')
    await page.getByRole('dialog').getByLabel('Что сделать').waitFor()
  })

  test('leave letters, arrows and chords to fields, dialogs and menus', async () => {
    const page = await openPage()
    await openTasks(page, 2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Control+KeyX')
    await page.keyboard.press('Alt+KeyX')
    expect([await chosen(page), await hasFocus(page, 1)]).toEqual([0, true])

    const search = page.getByRole('searchbox')
    await search.focus()
    await search.press('End')
    const before = await search.inputValue()
    await page.keyboard.type('?x')
    await page.keyboard.press('ArrowDown')
    expect(await search.inputValue()).toBe(`${before}?x`)
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await help(page).count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Высота строк' }).click()
    await page.getByRole('menuitemradio').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    expect(await page.getByRole('menu').count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await chosen(page)).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })

    await page.keyboard.press('?')
    await help(page).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('x')
    await page.keyboard.press('/')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await chosen(page)).toBe(0)
  })

  test('go on from a pressed checkbox', async () => {
    const page = await openPage()
    await openTasks(page, 3)
    await row(page, 2).getByRole('checkbox').check()
    await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(() => chosen(page)).toBe(2)
    expect(await hasFocus(page, 3)).toBe(true)
  })
})

/** Presses a key as a browser reports it in another keyboard layout. */
async function pressRussian(page: Page, key: string, code: string, shiftKey = false): Promise<void> {
  await page.evaluate(
    (press) => {
      const target = document.activeElement ?? document.body
      target.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }))
    },
    { key, code, shiftKey },
  )
}

describe('the help', () => {
  const views: Partial<View>[] = [
    { width: 1440, theme: 'light' },
    { width: 1440, theme: 'dark', locale: 'en' },
    { width: 360, theme: 'light', locale: 'en' },
  ]

  test.each(views)('lists the keys of the page: $width px, $theme', async (view) => {
    const page = await openPage(view)
    await signIn(page, 'admin')
    const isEnglish = view.locale === 'en'
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main a[href^="/task/"]').first().waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: isEnglish ? 'Keyboard shortcuts' : 'Клавиши' })
    await dialog.getByText(isEnglish ? 'Everywhere' : 'Везде').waitFor()
    await dialog.getByText(isEnglish ? 'Go to the search' : 'Перейти к поиску').waitFor()
    await expectAccessible(page)
    await expectWellLaid(page, view.width ?? 1440)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  })

  test('names only the keys that work on the page', async () => {
    const page = await openPage()
    await signIn(page, 'staff', '/sets')
    await row(page, 1).waitFor()
    await page.keyboard.press('?')
    await help(page).getByText('Открыть строку').waitFor()
    expect(await help(page).getByText('Создать').count()).toBe(0)
    expect(await help(page).getByText('Выбрать несколько строк подряд').count()).toBe(0)
    await page.keyboard.press('Escape')
    await help(page).waitFor({ state: 'detached' })
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    await help(page).getByText('Везде').waitFor()
    expect(await help(page).getByText('Открыть строку').count()).toBe(0)
  })

  test('opens from the palette', async () => {
    const page = await openPage()
    await signIn(page, 'admin')
    await row(page, 1).waitFor()
    await page.keyboard.press('Control+KeyK')
    await page.getByRole('combobox').fill('Клавиши')
    await page.getByRole('option', { name: 'Клавиши' }).click()
    await help(page).getByText('Открыть строку').waitFor()
  })
})

describe('a press in a row', () => {
  const lists = [
    '/tasks',
    '/users',
    '/sets',
    '/supplies',
    '/shop',
    '/analytics/command?part=products',
  ] as const
  const pages = /\/(task|user|set|supply|shop\/item)\/\d+$/

  test('opens its page here, with Ctrl or the middle button in a new tab', async () => {
    const page = await openPage()
    await signIn(page, 'owner')
    for (const path of lists) {
      await page.goto(path)
      await row(page, 1).waitFor()
      const address = await row(page, 1).locator('a[href]').first().getAttribute('href')
      // The empty right edge of the row is no control.
      const edge = { position: { x: await widthOf(page), y: 4 } }
      for (const press of [
        { ...edge, modifiers: ['Control' as const] },
        { ...edge, button: 'middle' as const },
      ]) {
        const [tab] = await Promise.all([page.context().waitForEvent('page'), row(page, 1).click(press)])
        await tab.waitForURL(pages)
        expect(new URL(tab.url()).pathname).toBe(address)
        await tab.close()
        expect(new URL(page.url()).pathname).toBe(new URL(path, page.url()).pathname)
      }
      await row(page, 1).click(edge)
      await page.waitForURL(pages)
      expect(new URL(page.url()).pathname).toBe(address)
    }
  })

  test('does not open it on a checkbox, nor when text is selected', async () => {
    const page = await openPage()
    await openTasks(page, 2)
    await row(page, 1).getByRole('checkbox').check()
    const status = await row(page, 1).getByText('Открыта').boundingBox()
    if (!status) throw new Error('The row has no status')
    const middle = status.y + status.height / 2
    await page.mouse.move(status.x + status.width - 2, middle)
    await page.mouse.down()
    await page.mouse.move(status.x + 20, middle, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).not.toBe('')
    expect(new URL(page.url()).pathname).toBe('/tasks')
  })
})

const widthOf = async (page: Page) => ((await row(page, 1).boundingBox())?.width ?? 0) - 6

describe('the width of a column', () => {
  const header = (page: Page) => page.getByRole('columnheader', { name: 'Кто наградил', exact: true })
  const edge = (page: Page) => page.getByRole('separator', { name: 'Ширина столбца «Кто наградил»' })
  const widthOfColumn = async (page: Page) => Math.round((await header(page).boundingBox())?.width ?? 0)

  test('is dragged, kept for the person, moved by keys and reset', async () => {
    const page = await openPage()
    await signIn(page, 'owner', '/rewards')
    await row(page, 1).waitFor()
    await edge(page).waitFor()
    expect(await widthOfColumn(page)).toBe(180)

    const box = await edge(page).boundingBox()
    if (!box) throw new Error('The edge has no place')
    await page.mouse.move(box.x + 4, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x - 56, box.y + 10, { steps: 4 })
    const saved = page.waitForResponse((response) => response.url().endsWith('/settings'))
    await page.mouse.up()
    await saved
    expect(await widthOfColumn(page)).toBe(240)
    expect(new URL(page.url()).search).not.toContain('sort_by')
    await expectAccessible(page)

    await page.reload()
    await edge(page).waitFor()
    expect(await widthOfColumn(page)).toBe(240)
    await edge(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => widthOfColumn(page)).toBe(224)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => edge(page).getAttribute('aria-valuenow')).toBe('256')
    await page.keyboard.press('Enter')
    await expect.poll(() => widthOfColumn(page)).toBe(180)

    // The names keep their room however far the edge is dragged.
    const start = await edge(page).boundingBox()
    if (!start) throw new Error('The edge has no place')
    await page.mouse.move(start.x + 4, start.y + 10)
    await page.mouse.down()
    await page.mouse.move(start.x - 600, start.y + 10, { steps: 4 })
    await page.mouse.up()
    const names = page.getByRole('columnheader', { name: 'За что' })
    expect((await names.boundingBox())?.width).toBeGreaterThanOrEqual(210)
    await edge(page).dblclick()
    await expect.poll(() => widthOfColumn(page)).toBe(180)
  })
})

describe('the order of columns', () => {
  const titles = async (page: Page) =>
    (await page.getByRole('columnheader').allInnerTexts())
      // The sorted column also says in which direction.
      .map((text) => text.replace(/\n?, по .*/, '').trim())
      .filter(Boolean)

  test('is dragged, kept for the person, and moved in the menu by keys', async () => {
    const page = await openPage()
    await signIn(page, 'owner', '/legal_entities')
    await row(page, 1).waitFor()
    const usual = await titles(page)
    const [first = '', second = ''] = usual
    const header = (name: string) => page.getByRole('columnheader').filter({ hasText: name }).first()
    const saved = page.waitForResponse((response) => response.url().endsWith('/settings'))
    await header(second).getByText(second, { exact: true }).dragTo(header(first))
    await saved
    await expect.poll(() => titles(page)).toEqual([second, first, ...usual.slice(2)])
    expect(new URL(page.url()).search).not.toContain('sort_by')

    await page.reload()
    await row(page, 1).waitFor()
    await expect.poll(() => titles(page)).toEqual([second, first, ...usual.slice(2)])
    await page.getByRole('button', { name: 'Столбцы' }).click()
    const later = page.getByRole('button', { name: `Правее: ${second}` })
    await later.focus()
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => titles(page)).toEqual(usual)
  })
})
