import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { View } from './pages.ts'
import { findLayoutFaults, waitForRest } from './screens/layout.ts'

const allRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] } as const
/** The rules whose result depends on the theme. */
const rulesOfColors = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const

/** Checks the page with axe. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page has no heading until all of it has loaded.
  await page.locator('h1').first().waitFor()
  // Rows are pale while they reload.
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  expect(await findViolations(page, allRules)).toEqual([])
}

/** The same, and checks the colors of the other theme too. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await switchTheme(page)
  expect(await findViolations(page, rulesOfColors)).toEqual([])
  await switchTheme(page)
}

async function findViolations(
  page: Page,
  runOnly: typeof allRules | typeof rulesOfColors,
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async ({ type, values }) => {
    // The source above sets it.
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // By default axe loads all style sheets again, which none of these rules needs. One rule needs media files.
    const preload = { assets: ['media'] }
    const options = { runOnly: { type, values: [...values] }, preload, resultTypes: ['violations' as const] }
    const { violations } = await axe.run(document, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, runOnly)
}

/** Shows the page in the other theme, as the choice of the person does, but does not keep it. */
const switchTheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.mantineColorScheme = dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
    // The app, too, changes its colors at once.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })

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
