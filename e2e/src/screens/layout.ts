import type { Page } from 'playwright-core'
import { type View, windowSize } from '../pages.ts'
import { type Fault, probeLayout } from './probe.ts'

/** What a finger presses is at least this tall and wide, px. */
const fingerTarget = 44

/** Resolves once the page shows all of itself: no skeleton, no pale rows, every font. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const waiting = '[aria-busy="true"],[class*="skeleton"],[class*="spinner"],.mantine-Loader-root'
    const isBusy = [...document.querySelectorAll(waiting)].some((element) => element.checkVisibility())
    return (
      !isBusy && document.querySelector('h1,[role=dialog]') !== null && document.fonts.status === 'loaded'
    )
  })
  // Two frames: what was measured in the first is drawn in the second.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

export async function resize(page: Page, width: View['width']): Promise<void> {
  await page.setViewportSize(windowSize(width))
  await waitForRest(page)
}

/** @returns the faults of what is open, each as one line */
export async function findLayoutFaults(page: Page, width: View['width']): Promise<string[]> {
  const options = JSON.stringify({ minTarget: width < 700 ? fingerTarget : 0 })
  // As source text, because esbuild wraps inner functions in a helper that the page does not have.
  const source = `{ const __name = (inner) => inner; (${probeLayout})(${options}) }`
  const faults = await page.evaluate<Fault[]>(source)
  return faults.map(({ kind, what }) => `${kind}: ${what}`)
}

/** Sums the layout shifts of every page that is opened from now on, those right after a press left out. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { layoutShift: number } // read below
    seen.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) seen.layoutShift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { layoutShift: number }).layoutShift) // written above
}
