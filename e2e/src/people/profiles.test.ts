import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { signIn } from '../people.ts'
import { site } from '../site.ts'

// Tests use the profiles of a browser one after another.
const { openPage } = useBrowser()

/** The data that a page has stored in its profile, and the settings of the profile. */
async function readKept(page: Page) {
  const cookies = await page.context().cookies()
  const kept = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    isOnline: navigator.onLine,
    windowName: window.name,
  }))
  return { cookies: cookies.map(({ name }) => name), ...kept }
}

const empty = {
  cookies: [],
  local: ['current_locale', 'mantine-color-scheme-value'],
  session: [],
  databases: [],
  caches: [],
  clipboard: 'prompt',
  isOnline: true,
  windowName: '',
}

// The same width and theme, so that the second test opens the profile of the first one.
test('a page keeps data in its profile', async () => {
  const page = await openPage({ width: 360, theme: 'dark', locale: 'en', isCut: true })
  await page.goto('/healthz')
  expect(await readKept(page)).toEqual(empty)
  const context = page.context()
  await signIn(page, 'staff')
  await page.evaluate(async () => {
    window.name = 'mine'
    localStorage.setItem('kept', 'yes')
    sessionStorage.setItem('kept', 'yes')
    await (await caches.open('kept')).put('/kept', new Response('yes'))
    await new Promise((done) => {
      indexedDB.open('kept').onsuccess = done
    })
  })
  await (await context.newPage()).goto('/healthz')
  await context.grantPermissions(['clipboard-read'], { origin: site().address })
  await context.route('**/healthz', (route) => route.fulfill({ status: 418 }))
  await context.setOffline(true)
  const kept = await readKept(page)
  for (const [name, value] of Object.entries(empty)) expect({ [name]: kept }).not.toEqual({ [name]: value })
  expect(kept).toMatchObject({ clipboard: 'granted', isOnline: false, caches: ['kept'] })
})

test('the next page of that profile finds none of it', async () => {
  const page = await openPage({ width: 390, theme: 'dark' })
  expect((await page.goto('/healthz'))?.status()).toBe(200)
  expect(await readKept(page)).toEqual(empty)
  expect(await page.evaluate(() => localStorage.getItem('current_locale'))).toBe('ru')
  expect(page.viewportSize()?.width).toBe(390)
})
