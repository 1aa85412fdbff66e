import type { Page } from 'playwright-core'

/** From now on requests may fail without a connection. Their number depends on timing. */
export function expectFailures(page: Page, refusals: string[]): void {
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') refusals.push(`${why} ${request.method()} ${request.url()}`)
  })
}
