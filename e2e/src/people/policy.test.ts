import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { unique } from '../made/made-tasks.ts'
import { password, people, signIn } from '../people.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()

type Watched = { broken: string[]; hacked?: boolean }

/** Records all violations of the content security policy. An attack that runs reports itself. */
async function watch(page: Page): Promise<() => Promise<Watched>> {
  const broken: string[] = []
  await page.exposeFunction('tellBroken', (what: string) => void broken.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { tellBroken } = window as unknown as { tellBroken(what: string): void } // exposed above
      tellBroken(`${event.violatedDirective} ${event.blockedURI} at ${location.pathname}`)
    })
  })
  page.on('dialog', (dialog) => void broken.push(`dialog ${dialog.message()}`))
  return async () => ({
    broken,
    // Set by an attack that runs.
    hacked: await page.evaluate(() => (window as unknown as { hacked?: boolean }).hacked ?? false),
  })
}

const nothing: Watched = { broken: [], hacked: false }

// The browser reports a violation as an error in the console, and `useBrowser` fails every test whose page has one.
describe('under the content security policy', () => {
  test('what is injected into a page does not run, and each violation fails the test of the page', async () => {
    const refusals: string[] = []
    const page = await openPage({ refusals })
    page.on('console', (message) => {
      if (message.type() === 'error') refusals.push(`console: ${message.text()}`)
    })
    const look = await watch(page)
    await page.goto('/login')
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.hacked = true'
      document.head.append(script)
      void fetch('https://evil.example/').catch(() => undefined)
    })
    const broken = ['script-src-elem inline at /login', 'connect-src https://evil.example/ at /login']
    await expect.poll(async () => (await look()).broken.toSorted()).toEqual(broken.toSorted())
    expect((await look()).hacked).toBe(false)
    expect(refusals.filter((line) => line.includes('violates the following'))).toHaveLength(broken.length)
  })
})

const attack = '<img src=x onerror="window.hacked=true">'

test('HTML in user input is shown as text everywhere', async () => {
  const api = new ApiClient(site().address)
  await api.signIn(people.owner.login, password)
  const mark = unique('Плед')
  const text = `${attack} ${mark}`
  const { user } = await api.call<{ user: { id: number } }>('POST', '/users/create', {
    first_name: attack,
    last_name: mark,
    nick_name: attack,
    position: attack,
    email: `${mark.split(' ')[1]}@artel.demo`,
    password: 'три зелёных ящика',
  })
  const { task } = await api.call<{ task: { id: number } }>('POST', '/tasks/create', {
    title: text,
    description: attack,
    user_id: user.id,
  })
  await api.call('POST', `/tasks/${task.id}/comments`, { text: attack })
  const { multimedia } = await api.call<{ multimedia: { id: number } }>('POST', '/multimedia', {
    type: 'link',
    path: 'tasks',
    name: attack,
    url: 'https://artel.example/"onmouseover=alert(1)',
  })
  await api.call('POST', `/tasks/${task.id}/multimedia`, { multimedia_ids: [multimedia.id] })
  const { warehouse } = await api.call<{ warehouse: { id: number } }>('POST', '/warehouses/create', {
    name: text,
    address: attack,
  })

  const page = await openPage()
  const look = await watch(page)
  await signIn(page, 'owner')
  const shows = async (path: string) => {
    await page.goto(path)
    await page.getByText(mark).first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  }
  await shows(`/tasks?search=${encodeURIComponent(mark)}`)
  await shows(`/task/${task.id}`)
  await page.getByText(attack, { exact: true }).first().waitFor()
  await shows(`/users?search=${encodeURIComponent(mark)}`)
  await shows(`/user/${user.id}`)
  await shows('/settings/warehouses')
  await shows('/settings/audit')
  await page.keyboard.press('Control+KeyK')
  await page.getByRole('combobox', { name: 'Поиск и команды' }).fill(mark)
  await page.getByRole('option').filter({ hasText: attack }).first().waitFor()
  expect(await look()).toEqual(nothing)
  await api.call('POST', `/warehouses/${warehouse.id}`, { _method: 'PUT', is_active: false })
})

test('another site can neither frame a page nor keep a handle on a page that it opens', async () => {
  const evil = createServer((_, response) => {
    const frames = ['/tasks', '/login', '/api/auth/init'].map(
      (path) => `<iframe src="${address}${path}"></iframe>`,
    )
    response.setHeader('content-type', 'text/html').end(`<!doctype html><h1>Приз</h1>${frames.join('')}`)
  })
  const address = site().address
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  try {
    const own = await openPage()
    await signIn(own, 'owner')
    // In the same browser, but without the checks of our own pages.
    const page = await own.context().newPage()
    const { port } = evil.address() as AddressInfo // it listens on a port
    await page.goto(`http://localhost:${port}/`, { waitUntil: 'load' })
    const framed = page.frames().slice(1)
    expect(framed).toHaveLength(3)
    for (const frame of framed) await expect.poll(() => frame.url()).toMatch(/^chrome-error:/)
    const opening = page.context().waitForEvent('page')
    await page.evaluate((url) => void Object.assign(window, { held: window.open(url) }), `${address}/login`)
    const opened = await opening
    await opened.waitForURL(`${address}/**`)
    await opened.locator('h1').first().waitFor()
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    expect(
      await page.evaluate(() => (window as unknown as { held: Window | null }).held?.closed ?? true),
    ).toBe(true)
  } finally {
    evil.closeAllConnections()
    evil.close()
  }
})
