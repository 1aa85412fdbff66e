import type { Page } from 'playwright-core'
import { phoneLimit, type View, widths } from '../pages.ts'
import { resize, waitForRest } from './layout.ts'

/** A press: the `at`th element of `place`, and its name with every number as «#». */
export type Step = { place: string; at: number; name: string }
/** A dialog or a menu that stands open: the presses that led to it, and the widths on which it can be looked at. */
export type Opened = { steps: Step[]; title: string; widths: View['width'][] }
/**
 * What lies on top, of so many that stand open. `content` tells two with the same title apart; `isModal`: it has its place
 * in the window.
 */
type Top = { title: string; content: string; isModal: boolean; isMenu: boolean; count: number }

/** What is not part of a page but of the frame around all of them. */
const onFrame = 'button:not(main *, [role=dialog] *, [role=menu] *)'
// The first row of a list stands for all of them, and what sorts them opens nothing.
const onPage = [
  'main button:not(thead *, tbody tr:nth-child(n + 2) *, article ~ article *, li:nth-child(n + 2) article *)',
  'main tbody tr:first-child',
  'main article:first-of-type a',
].join(', ')
const inMenu = '[role=menuitem]:visible'
// What sends a form or closes it opens nothing above it.
const inDialog =
  '[role=dialog]:visible >> button:not([type=submit], .mantine-Modal-close, .mantine-Drawer-close, [data-autofocus])'
/** A menu, its dialog, and a dialog above that one. */
const mostSteps = 3
const pressWidths = [1440, 360] as const satisfies View['width'][]

/**
 * Presses every button of a page, every item of its menus and every button of its dialogs, on a wide window and on a
 * phone, and calls `look` for each dialog and menu that opens; `look` may resize the page. What hangs on a button, as a
 * menu does, is opened on both widths, because a window that is resized does not place it as a press does. `known` holds
 * the ways and the contents that were seen before, and grows; `place` names the page in it, because the same words open
 * something else on another page.
 */
export async function openAll(
  page: Page,
  path: string,
  place: string,
  known: Set<string>,
  look: (opened: Opened) => Promise<void>,
): Promise<void> {
  for (const width of pressWidths) {
    await resize(page, width)
    await open(page, path)
    const first = await firstSteps(page)
    const waiting = first.map((step) => [step])
    for (let steps = waiting.shift(); steps; steps = waiting.shift()) {
      const scope = steps[0]?.place === onFrame ? 'frame' : place
      const way = `${scope}: ${steps.map(({ name }) => name).join(' › ')}`
      if (isKnown(known, width, way)) continue
      await restore(page, path, first)
      let opened = await follow(page, steps)
      // A dialog of the press before has opened late, so two dialogs are open.
      if (opened && opened.count > steps.length) {
        await open(page, path)
        opened = await follow(page, steps)
      }
      if (!opened || opened.count > steps.length) continue
      const { title, content, isModal } = opened
      // The same button may open something else on a phone.
      if (!isModal) known.delete(onPhone(way))
      if (isKnown(known, width, content)) continue
      if (!isModal) known.delete(onPhone(content))
      if (steps.length < mostSteps) {
        for (const next of await stepsOf(page, placeIn(opened))) waiting.push([...steps, next])
      }
      await look({
        steps,
        title,
        widths: isModal ? widths.filter((at) => at <= width).toReversed() : [width],
      })
      await resize(page, width)
    }
  }
}

const onPhone = (key: string) => `${key}, on a phone`

/** Remembers what is pressed or opened. @returns whether it was remembered before */
function isKnown(known: Set<string>, width: View['width'], key: string): boolean {
  const isPhone = width < phoneLimit
  if (known.has(isPhone ? onPhone(key) : key)) return true
  if (!isPhone) known.add(key)
  known.add(onPhone(key))
  return false
}

const firstSteps = async (page: Page): Promise<Step[]> => [
  ...(await stepsOf(page, onFrame)),
  ...(await stepsOf(page, onPage)),
]

/** Opens a page and goes a way on it. @returns whether something stands open at its end that its last step opened */
export async function press(page: Page, path: string, steps: readonly Step[]): Promise<boolean> {
  await open(page, path)
  return (await follow(page, steps)) !== undefined
}

async function follow(page: Page, steps: readonly Step[]): Promise<Top | undefined> {
  let before: Top | undefined
  for (const { place, at } of steps) {
    before = await readTop(page)
    try {
      await page.locator(place).nth(at).click({ timeout: 2000 })
    } catch {
      return undefined
    }
    await waitForRest(page)
  }
  const opened = await readTop(page)
  return opened?.title === before?.title ? undefined : opened
}

const placeIn = ({ isMenu }: Top) => (isMenu ? inMenu : inDialog)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForRest(page)
}

/** Goes to another page inside the app, as a link does. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await waitForRest(page)
}

/** Brings the page back to how it was after loading; it is loaded again only where that needs it. */
async function restore(page: Page, path: string, first: readonly Step[]): Promise<void> {
  for (let tries = 0; tries < mostSteps && (await readTop(page)); tries++) {
    await page.keyboard.press('Escape')
    await waitForRest(page)
  }
  const isOpen = (await readTop(page)) !== undefined
  const { pathname, search } = new URL(page.url())
  if (!isOpen && `${pathname}${search}` !== path) await goInside(page, path)
  const now = await firstSteps(page)
  const isSame =
    now.length === first.length &&
    now.every((step, at) => step.name === first[at]?.name && step.at === first[at].at)
  if (isOpen || !isSame) await open(page, path)
}

/** Whether what was opened lies on top still. */
export const isOnTop = async (page: Page, { title }: Opened): Promise<boolean> =>
  (await readTop(page))?.title === title

/** The dialog or menu on top. */
function readTop(page: Page): Promise<Top | undefined> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('[role=dialog],[role=menu]')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const top = seen.at(-1)
    if (!top) return undefined
    const isMenu = top.getAttribute('role') === 'menu'
    const heading = top.querySelector('h2,h1')?.textContent || top.getAttribute('aria-label')
    const text = (top.textContent ?? '').replace(/\d+/g, '#').replace(/\s+/g, ' ').trim()
    const title = isMenu ? `menu ${text}` : heading || text || 'untitled'
    return {
      title: title.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().slice(0, 60),
      content: `${title}: ${text.slice(0, 400)}`,
      isModal: top.getAttribute('aria-modal') === 'true',
      isMenu,
      count: seen.length,
    }
  })
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
