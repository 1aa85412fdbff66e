import type { Page } from 'playwright-core'
import { waitForRest } from './layout.ts'

/** A dialog or a menu that stands open: what was pressed, one name after another, and its title. */
export type Opened = { presses: string[]; title: string }

const pressable = 'main button, [data-page-actions] button, header button'
const menuItem = '[role=menuitem]'
/** What a press opens is there after this time, ms: the code of a dialog may still be on its way. */
const openLimitMs = 1500

/**
 * Presses every button of a page and every item of its menus, and calls `look` for each dialog and menu that opens.
 * Each press begins on the page as it is after loading. `known` holds names that were pressed before, and grows.
 */
export async function openAll(
  page: Page,
  path: string,
  known: Set<string>,
  look: (opened: Opened) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>()
  const waiting: string[][] = (await namesOf(page, pressable)).map((name) => [name])
  for (let presses = waiting.shift(); presses; presses = waiting.shift()) {
    const key = presses.join(' › ')
    if (known.has(key)) continue
    known.add(key)
    await page.goto(path)
    await waitForRest(page)
    const opened = await pressThrough(page, presses)
    if (!opened) continue
    if (opened.kind === 'menu') waiting.push(...opened.items.map((item) => [...presses, item]))
    if (seen.has(opened.title)) continue
    seen.add(opened.title)
    await look({ presses, title: opened.title })
  }
}

type Found = { kind: 'dialog'; title: string } | { kind: 'menu'; title: string; items: string[] }

async function pressThrough(page: Page, presses: readonly string[]): Promise<Found | undefined> {
  for (const [index, name] of presses.entries()) {
    const place = page.locator(index === 0 ? pressable : menuItem)
    const at = (await allNames(page, index === 0 ? pressable : menuItem)).indexOf(name)
    if (at < 0) return undefined
    try {
      await place.nth(at).click({ timeout: 2000 })
    } catch {
      return undefined
    }
    await page
      .locator('[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible')
      .first()
      .waitFor({ timeout: openLimitMs })
      .catch(() => undefined)
  }
  await waitForRest(page).catch(() => undefined)
  const dialog = page.locator('[role=dialog]:visible').last()
  if ((await dialog.count()) > 0) {
    const title = await dialog.evaluate((element) => {
      const heading = element.querySelector('h2,h1')
      return (heading?.textContent || element.getAttribute('aria-label') || element.textContent || '').slice(
        0,
        60,
      )
    })
    return { kind: 'dialog', title }
  }
  if ((await page.locator('[role=menu]:visible').count()) === 0) return undefined
  return { kind: 'menu', title: `menu ${presses.join(' › ')}`, items: await namesOf(page, menuItem) }
}

/** Each name once: the first of many rows stands for all of them. */
async function namesOf(page: Page, selector: string): Promise<string[]> {
  const names = await allNames(page, selector)
  return [...new Set(names)].filter((name) => name !== '')
}

/** The name of each element, '' where it is not seen or cannot be pressed. Numbers do not tell names apart. */
const allNames = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) return ''
      const name = element.getAttribute('aria-label') || element.textContent || ''
      return name.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 60)
    }),
  )
