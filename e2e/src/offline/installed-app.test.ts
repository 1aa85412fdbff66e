import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { signIn, signInByForm } from '../people.ts'

const { openPage } = useBrowser({ hasWorker: true })

test('the app has the manifest and the icons that a phone needs to install it', async () => {
  const page = await openPage({ width: 360 })
  await signInByForm(page, 'staff')
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const read = await (await fetch(link?.href ?? '')).json()
    const icons: Response[] = await Promise.all(read.icons.map(({ src }: { src: string }) => fetch(src)))
    return { ...read, icons: icons.map((icon) => [icon.status, icon.headers.get('content-type')]) }
  })
  expect(manifest).toMatchObject({ name: 'Артель', start_url: '/', display: 'standalone', lang: 'ru' })
  expect(manifest.icons).toEqual(Array.from({ length: 3 }, () => [200, 'image/png']))
})

test('the app opens offline, says so, and continues by itself when it is online again', async () => {
  const page = await openPage({ width: 360, isCut: true })
  // As where a browser keeps the app and forbids it to keep data.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByText(/Связи нет/).waitFor()
  const tasks = page.getByRole('heading', { name: 'Задачи', level: 1 })
  expect(await tasks.count()).toBe(0)
  await page.context().setOffline(false)
  await tasks.waitFor()
  expect(await page.getByText(/Связи нет/).count()).toBe(0)
})

test('all screens of staff have their code without a connection', async () => {
  const page = await openPage({ width: 1440, isCut: true })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const missing: string[] = []
  page.on('requestfailed', (request) => {
    if (request.url().includes('/assets/')) missing.push(request.url())
  })
  await page.context().setOffline(true)
  const links = page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link')
  const count = await links.count()
  expect(count).toBeGreaterThan(8)
  for (let index = 0; index < count; index++) {
    await links.nth(index).click()
    // The page says that its data are missing; it is drawn, and so is the menu.
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Повторить' })
      .or(page.getByRole('main').getByRole('heading'))
      .first()
      .waitFor()
  }
  expect(missing).toEqual([])
})

test('a part that does not arrive does not reload the page, and comes when the line is back', async () => {
  const page = await openPage({ width: 1440, isCut: true })
  // As where a browser keeps no app: nothing but the network has the code.
  await page.route('**/service-worker.js', (route) => route.abort())
  await signIn(page, 'owner')
  await page.getByRole('row').nth(1).waitFor()
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  let cut = 0
  await page.route('**/assets/**', (route) => {
    cut++
    return route.abort()
  })
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('button', { name: 'Фильтр' }).click()
  await expect.poll(() => cut).toBeGreaterThan(3)
  // Longer than a reload takes.
  await page.waitForTimeout(1500)
  expect(await page.locator('body[data-same-page]').count()).toBe(1)
  await page.unroute('**/assets/**')
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .waitFor()
  expect(await page.locator('body[data-same-page]').count()).toBe(1)
})

test('caches only the app itself and no data of a person', async () => {
  const page = await openPage({ width: 360 })
  await signInByForm(page, 'staff')
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.filter((path) => !/^\/(assets\/.+|theme\.js|manifest\.webmanifest)?$/.test(path))).toEqual([])
})
