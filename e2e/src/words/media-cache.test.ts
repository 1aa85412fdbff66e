import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { people, signIn, signInByForm } from '../people.ts'
import { pixel } from '../pixel.ts'

const { openPage } = useBrowser()

/** Uploads a photo and shows it. @returns its address */
async function showPhoto(page: Page): Promise<string> {
  return page.evaluate(async (content) => {
    const form = new FormData()
    form.set('type', 'photo')
    form.set('path', 'tasks')
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    form.set('file', new File([bytes], 'a.png', { type: 'image/png' }))
    const token = /XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'x-xsrf-token': decodeURIComponent(token) }
    const answer = await fetch('/api/multimedia', { method: 'POST', body: form, headers })
    const { multimedia } = await answer.json()
    const address = `/storage/media/${multimedia.file}`
    // Both as a page shows it and as a script reads it.
    const image = new Image()
    image.src = address
    await image.decode()
    await fetch(address)
    return address
  }, pixel)
}

/** The status of the cached response of an address, without a request to the server. */
const cachedStatus = (page: Page, address: string): Promise<number | null> =>
  page.evaluate(
    (url) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => null,
      ),
    address,
  )

/** Whether a page can show the address, from any cache or the server. */
const isShown = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    return image.decode().then(
      () => true,
      () => false,
    )
  }, address)

const missed = (page: Page, address: string) => `net::ERR_CACHE_MISS GET ${new URL(address, page.url())}`
const refused = (address: string) => `401 GET ${address}`

test('no photo is left in the browser after sign-out', async () => {
  const refusals: string[] = []
  const page = await openPage({ refusals })
  await signInByForm(page, 'admin')
  const address = await showPhoto(page)
  // It is cached for the user who may see it.
  expect(await cachedStatus(page, address)).toBe(200)
  await page.evaluate(() => localStorage.setItem('waiting', 'a scan'))
  await page.getByRole('button', { name: people.admin.name }).click()
  await page.getByRole('menuitem', { name: 'Выйти' }).press('Enter')
  await page.waitForURL('**/login')

  refusals.push(missed(page, address), refused(address), refused(address))
  expect(await cachedStatus(page, address)).toBe(null)
  expect(await isShown(page, address)).toBe(false)
  expect((await page.goto(address))?.status()).toBe(401)
  // Unsent data is kept after sign-out.
  await page.goto('/login')
  expect(await page.evaluate(() => localStorage.getItem('waiting'))).toBe('a scan')
})

test('signing in over another session gets photos from the server, not from the cache', async () => {
  const refusals: string[] = []
  const page = await openPage({ refusals })
  await signIn(page, 'admin')
  const address = await showPhoto(page)
  // A page that sends no requests of its own.
  await page.goto('/theme.js')
  expect(await cachedStatus(page, address)).toBe(200)
  // The session cookie disappears without an answer of the server, as when it expires.
  await page.context().clearCookies()
  refusals.push(missed(page, address), refused(address), refused(address))
  expect(await cachedStatus(page, address)).toBe(null)
  expect(await isShown(page, address)).toBe(false)
  expect((await page.goto(address))?.status()).toBe(401)

  await signIn(page, 'staff')
  const asked = page.waitForResponse((response) => response.url().endsWith(address))
  expect(await isShown(page, address)).toBe(true)
  expect((await asked).fromServiceWorker()).toBe(false)
  expect((await asked).status()).toBe(200)
})
