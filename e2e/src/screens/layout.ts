import type { CDPSession, Page } from 'playwright-core'
import type { View } from '../pages.ts'
import { describePage, isLoading, phoneLimit, windowSize } from '../pages.ts'
import { type Fault, probeLayout } from './probe.ts'

/** Minimum height and width of a touch target, px. */
const fingerTarget = 44

/**
 * Ms without a change after which a page is at rest. It exceeds 150 ms, because a section shows its skeleton
 * 150 ms after it begins to load.
 */
const quietMs = 200
/** Maximum time of watching a page, ms, because the timer of a running task changes it all the time. */
const watchLimitMs = 1000
const restLimitMs = 15_000

/** The limit of the layout shift score during a load. Google says that people notice 0.1. */
export const shiftLimit = 0.02

/** Resolves once the page is complete: no open request, no skeleton, no pale rows, and all fonts loaded. */
export async function waitForRest(page: Page): Promise<void> {
  try {
    await page.waitForFunction(() => document.querySelector('h1,[role=dialog]') !== null)
  } catch (cause) {
    throw new RestlessPage(`has no title: ${await describePage(page)}`, { cause })
  }
  const end = Date.now() + restLimitMs
  do {
    if (Date.now() > end) throw new RestlessPage(`does not come to rest: ${await describePage(page)}`)
    await waitForQuiet(page)
  } while (isLoading(page) || (await isBusy(page)))
}

/** Navigates to another page inside the app, as a link does, and waits until it is at rest. */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // The previous page stays on screen, and at rest, until the next one is drawn.
  await page.waitForFunction(() => {
    // The router sets this variable when its code runs.
    const state = (window as unknown as WithRouter).__TSR_ROUTER__?.state
    return state?.status === 'idle' && state.resolvedLocation?.pathname === location.pathname
  })
  await waitForRest(page)
}

type WithRouter = { __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: { pathname: string } } } }

/** The page was not complete within `restLimitMs`. */
export class RestlessPage extends Error {}

const isBusy = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const waiting = '[aria-busy="true"],[data-skeleton],[class*="spinner"],.mantine-Loader-root'
    return (
      document.fonts.status !== 'loaded' ||
      [...document.querySelectorAll(waiting)].some((element) => element.checkVisibility())
    )
  })

const waitForQuiet = (page: Page): Promise<void> =>
  page.evaluate(
    ([quiet, limit]) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, quiet)
        setTimeout(done, limit)
        new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, quiet)
        }).observe(document, { subtree: true, childList: true, attributes: true })
      }),
    [quietMs, watchLimitMs] as const,
  )

/** Resizes the window, emulates a touch screen on phone widths, and waits until the page is drawn. */
export async function resize(page: Page, width: View['width']): Promise<void> {
  await emulateTouch(page, width < phoneLimit)
  await page.setViewportSize(windowSize(width))
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
  // Parts that appear only at the new width may have to load.
  if (isLoading(page) || (await isBusy(page))) await waitForRest(page)
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

async function emulateTouch(page: Page, enabled: boolean): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, session)
  await (await session).send('Emulation.setTouchEmulationEnabled', { enabled })
}

/** @returns the layout faults of the open dialog or page, each as one line */
export async function findLayoutFaults(page: Page, width: View['width']): Promise<string[]> {
  const faults: Fault[] = await page.evaluate(probeLayout, {
    minTarget: width < phoneLimit ? fingerTarget : 0,
  })
  return faults.map(({ kind, what }) => `${kind}: ${what}`)
}

/** Layout shifts during the load of a page: the browser's score (CLS), and the elements that moved. */
export type Shifts = { sum: number; moved: string[] }

/** Records the shifts of every page that opens from now on, except those right after a press. */
export async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { layoutShifts: Shifts } // read below
    seen.layoutShifts = { sum: 0, moved: [] }
    new PerformanceObserver((list) => {
      // The DOM types do not have this kind of entry yet.
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        seen.layoutShifts.sum += entry.value
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const text = element?.textContent?.replace(/\s+/g, ' ').trim().slice(0, 30)
          seen.layoutShifts.moved.push(
            `${element?.tagName.toLowerCase()} .${element?.className} «${text}» from ${previousRect.y} to ${currentRect.y}`,
          )
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { layoutShifts: Shifts }).layoutShifts) // written above
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}
