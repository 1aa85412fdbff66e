import { calls } from '@artel/contract/index'
import type { Page } from 'playwright-core'

const reading = Object.values(calls)
  .flatMap((group) => Object.values(group))
  .filter(({ effect, method }) => effect === 'read' && method !== 'GET')
  .map(({ path }) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`))

/** Refuses every request of the page that would write, so that any button can be pressed. */
export async function refuseWrites(page: Page): Promise<void> {
  // Notices about refused requests would cover the elements under test. CSP allows a style sheet that a
  // script builds.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.mantine-Notifications-root { display: none }')
    document.adoptedStyleSheets.push(sheet)
  })
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const isReading = request.method() === 'GET' || reading.some((pattern) => pattern.test(pathname))
    if (isReading) await route.continue()
    else
      await route.fulfill({ status: 409, json: { status: false, code: 'wrong_state', message: 'Refused' } })
  })
}
