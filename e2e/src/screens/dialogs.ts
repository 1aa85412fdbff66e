import type { Page } from 'playwright-core'
import { waitForRest } from './layout.ts'

/** A press: the `at`th element of `place`, and its name with every number as «#». */
export type Step = { place: string; at: number; name: string }
/** A dialog or a menu that stands open: the presses that led to it, and its title. */
export type Opened = { steps: Step[]; title: string }

const onPage = [
  'main button',
  '[data-page-actions] button',
  'header button',
  'main [role=tabpanel] button',
  'main tbody tr:first-child',
  'main article:first-of-type a',
].join(', ')
const inMenu = '[role=menuitem]:visible'
const inDialog = '[role=dialog]:visible >> button'
/** What a press opens is there after this time, ms: the code of a dialog may still be on its way. */
const openLimitMs = 1500
/** A menu, its dialog, and a dialog above that one. */
const mostSteps = 3

/**
 * Presses every button of a page, every item of its menus and every button of its dialogs, and calls `look` for each
 * dialog and menu that opens. Each way begins on the page as it is after loading. `known` holds the ways and the titles
 * that were seen before, and grows.
 */
export async function openAll(
  page: Page,
  path: string,
  known: Set<string>,
  look: (opened: Opened) => Promise<void>,
): Promise<void> {
  const waiting = (await stepsOf(page, onPage)).map((step) => [step])
  for (let steps = waiting.shift(); steps; steps = waiting.shift()) {
    const way = namesOf(steps)
    if (known.has(way)) continue
    known.add(way)
    const opened = await press(page, path, steps)
    if (!opened || known.has(`title ${opened.title}`)) continue
    known.add(`title ${opened.title}`)
    if (steps.length < mostSteps) {
      for (const next of await stepsOf(page, opened.place)) waiting.push([...steps, next])
    }
    await look({ steps, title: opened.title })
  }
}

/** Opens a page and goes a way on it. @returns what stands open at its end and was not open before its last step */
export async function press(
  page: Page,
  path: string,
  steps: readonly Step[],
): Promise<{ title: string; place: string } | undefined> {
  await page.goto(path)
  await waitForRest(page)
  let title = ''
  for (const { place, at } of steps) {
    title = await readTitle(page)
    try {
      await page.locator(place).nth(at).click({ timeout: 2000 })
    } catch {
      return undefined
    }
    await page
      .locator('[role=dialog]:visible, [role=menu]:visible')
      .first()
      .waitFor({ timeout: openLimitMs })
      .catch(() => undefined)
    await waitForRest(page)
  }
  const opened = await readTitle(page)
  if (opened === '' || opened === title) return undefined
  return { title: opened, place: opened.startsWith(menuTitle) ? inMenu : inDialog }
}

const namesOf = (steps: readonly Step[]) => steps.map(({ name }) => name).join(' › ')

/** What a menu is called, by its items: those of each row of a table are the same. */
const menuTitle = 'menu '

/** The title of the dialog or menu on top, or '' where nothing is open. */
function readTitle(page: Page): Promise<string> {
  return page.evaluate((menu) => {
    const seen = [...document.querySelectorAll('[role=dialog],[role=menu]')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const top = seen.at(-1)
    if (!top) return ''
    const isMenu = top.getAttribute('role') === 'menu'
    const heading = top.querySelector('h2,h1')?.textContent || top.getAttribute('aria-label')
    const text = isMenu ? `${menu}${top.textContent}` : heading || top.textContent || ''
    return text.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 60)
  }, menuTitle)
}

/** Each name once: the first of many rows stands for all of them. What is not seen or cannot be pressed is left out. */
async function stepsOf(page: Page, place: string): Promise<Step[]> {
  const names = await page.locator(place).evaluateAll((elements) =>
    elements.map((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) return ''
      const name = element.getAttribute('aria-label') || element.textContent || ''
      const isRow = element.matches('tr, article a')
      return isRow ? 'row' : name.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 60)
    }),
  )
  return names.flatMap((name, at) => (name === '' || names.indexOf(name) < at ? [] : [{ place, at, name }]))
}
