import type { Page } from 'playwright-core'
import { phoneLimit, type View, widths } from '../pages.ts'
import { goInside, RestlessPage, resize, waitForRest } from './layout.ts'

/** A press: the `at`th element of `place`, and what is the same in the names of all elements of its kind. */
export type Step = { place: string; at: number; name: string }
/** An open dialog or menu: the presses that opened it, and the widths at which to check it. */
export type Opened = { steps: Step[]; title: string; widths: View['width'][] }
/**
 * The topmost of `count` open dialogs and menus. `content` distinguishes two with the same title; `isModal`:
 * its position depends on the window.
 */
type Top = { title: string; content: string; isModal: boolean; isMenu: boolean; count: number }

/** Buttons of the frame around all pages. */
const onFrame = 'button:not(main *, [role=dialog] *, [role=menu] *)'
// The first row of a list stands for all rows. Buttons that sort a list open nothing.
const onPage = [
  'main button:not(thead *, tbody tr:nth-child(n + 2) *, article ~ article *, li:nth-child(n + 2) article *)',
  'main tbody tr:first-child',
  'main article:first-of-type a',
].join(', ')
const inMenu = '[role=menuitem]:visible'
// Buttons that send a form or close it open nothing above it.
const inDialog =
  '[role=dialog]:visible >> button:not([type=submit], .mantine-Modal-close, .mantine-Drawer-close, [data-autofocus])'
/** A menu, its dialog, and a dialog above it. */
const maxSteps = 3
const pressWidths = [1440, 360] as const satisfies View['width'][]

/**
 * Presses every button of a page, every item of its menus and every button of its dialogs, on a wide window
 * and on a phone. Calls `look` for each dialog and menu that opens; `look` may resize the page. Menus and
 * other popovers are opened at both widths, because a resize does not place them as a press does. `known` is
 * the set of presses and contents seen so far, which grows; `place` names the page in it, because the same
 * words open something else on another page.
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
      let opened = await follow(page, steps).catch(sayRestless)
      // A dialog of the previous press opened late, so two dialogs are open, or the press left the page
      // before all of it was there.
      if (opened === 'restless' || (opened && opened.count > steps.length)) {
        await open(page, path)
        opened = await follow(page, steps)
      }
      if (!opened || opened.count > steps.length) continue
      const { title, content, isModal } = opened
      // The same button may open something else on a phone.
      if (!isModal) known.delete(onPhone(way))
      if (isKnown(known, width, content)) continue
      if (!isModal) known.delete(onPhone(content))
      if (steps.length < maxSteps) {
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

/** Remembers a press or a content. @returns whether it was already known */
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

/**
 * Opens a page and presses the steps. @returns whether the last step opened a dialog or menu that is still
 * open
 */
export async function press(page: Page, path: string, steps: readonly Step[]): Promise<boolean> {
  await open(page, path)
  return (await follow(page, steps)) !== undefined
}

/** Prints the content of a page that did not come to rest. Its button is then pressed again on a new page. */
function sayRestless(error: unknown): 'restless' {
  if (!(error instanceof RestlessPage)) throw error
  console.warn(error.message)
  return 'restless'
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

/** Restores the state of the page after loading. Reloads it only if necessary. */
async function restore(page: Page, path: string, first: readonly Step[]): Promise<void> {
  const question = page.getByRole('dialog', { name: /^(Закрыть без сохранения|Close without saving)\?$/ })
  const leave = question.getByRole('button', { name: /^(Закрыть|Close)$/ })
  // A form that the steps have changed asks at the first Esc.
  for (let tries = 0; tries < maxSteps * 2 && (await readTop(page)); tries++) {
    if ((await leave.count()) > 0) await leave.click()
    else await page.keyboard.press('Escape')
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

/** Whether the opened dialog is still on top. */
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

/**
 * Lists each name once, because the first of many rows stands for all rows. Leaves out elements that are
 * invisible or disabled.
 */
async function stepsOf(page: Page, place: string): Promise<Step[]> {
  const found = await page.locator(place).evaluateAll((elements) =>
    elements.map((element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled')) return ''
      return element.matches('tr, article a')
        ? 'row'
        : element.getAttribute('aria-label') || element.textContent
    }),
  )
  const names = found.map(kindOfName)
  return names.flatMap((name, at) => (name === '' || names.indexOf(name) < at ? [] : [{ place, at, name }]))
}

/** `Points, Anna Severova: 1 200 ₽` and `Points, Pavel Yudin: 900 ₽` open the same: `Points: # ₽`. */
const kindOfName = (name: string): string =>
  name
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .replace(/#(?: #)+/g, '#')
    .replace(/, [^,:]+(?=:)/, '')
    .trim()
    .slice(0, 60)
