import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { View } from './pages.ts'
import { findLayoutFaults, waitForRest } from './screens/layout.ts'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']

/** Checks the page with axe. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page has no heading until all of it has loaded.
  await page.locator('h1').first().waitFor()
  // Rows are pale while they reload.
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found = await page.evaluate(async (tags) => {
    // The source above sets it.
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const runOnly = { type: 'tag', values: tags } as const
    // No rule with these tags needs the styles, which axe would load again. One needs films and sounds.
    const preload = { assets: ['media'] }
    const { violations } = await axe.run(document, { runOnly, preload, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, axeTags)
  expect(found).toEqual([])
}

/**
 * The dialog on top, or else the page, has no covered button, no broken word and no target too small for a
 * thumb.
 */
export async function expectWellLaid(page: Page, width: View['width']): Promise<void> {
  await waitForRest(page)
  expect(await findLayoutFaults(page, width)).toEqual([])
}

/** The page is no wider than its screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { needed, given } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return { needed: scrollWidth, given: clientWidth }
  })
  expect(needed).toBeLessThanOrEqual(given)
}
