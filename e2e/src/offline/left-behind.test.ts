import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { fillLogin, password, people, signIn } from '../people.ts'
import { deliver, shownBy } from '../services/push-browser.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser({ hasWorker: true, isWhole: true, keepsPages: true })

/**
 * Records the text of a document when the user leaves it and when the browser restores it, before the app
 * handles either event, and whether a document shows the person of the list after another was left.
 */
const noteWhatIsShown = (page: Page) =>
  page.addInitScript((name) => {
    const noted = (): Record<string, string> => JSON.parse(sessionStorage.getItem('shown') ?? '{}')
    const note = (moment: string) => {
      const text = document.body.textContent
      sessionStorage.setItem('shown', JSON.stringify({ ...noted(), [moment]: text }))
    }
    addEventListener('pagehide', () => note('left'))
    addEventListener('pageshow', ({ persisted }) => persisted && note('brought back'))
    if (!('left' in noted())) return
    const noteName = () => document.body?.textContent.includes(name) && note('shown again')
    new MutationObserver(noteName).observe(document, { subtree: true, childList: true, characterData: true })
  }, people.staff.name)

/** The browser drops a page that it keeps for «Back» when the worker of the app becomes responsible for it. */
const untilAppIsKept = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null)

/** A list with one row, however many users other tests have added. */
const listed = `/users?search=${encodeURIComponent(people.staff.name)}`

const shown = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('shown') ?? '{}') as Record<string, string>)

/** The browser may restore the page or load it anew, which differs from run to run. */
async function expectNothingAfterBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back())
  await page.waitForURL(/\/login\?redirect=/)
  await page.getByRole('textbox', { name: 'Эл. почта' }).waitFor()
  const { 'brought back': restored = '', 'shown again': again } = await shown(page)
  expect({ restored, again }).toEqual({ restored: '', again: undefined })
}

async function signOut(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  // A mouse over the menu would preload its pages.
  await page.getByRole('button', { name }).dispatchEvent('click')
  await page.getByRole('menuitem', { name: 'Выйти' }).press('Enter')
  await page.waitForURL('**/login')
}

describe('a page', () => {
  test('is cleared at once on sign-out, and does not come back with «Back»', async () => {
    const page = await openPage({ losesSession: true })
    await noteWhatIsShown(page)
    await signIn(page, 'admin', listed)
    await page.getByRole('row').filter({ hasText: people.staff.name }).waitFor()
    await untilAppIsKept(page)
    await signOut(page, people.admin.name)
    await page.getByRole('textbox', { name: 'Эл. почта' }).waitFor()
    expect(await shown(page)).toEqual({ left: '' })
    await expectNothingAfterBack(page)
  })

  test('is blank when the browser keeps it, and is loaded anew when the browser restores it', async () => {
    const page = await openPage()
    await signIn(page, 'admin', listed)
    await page.getByRole('row').filter({ hasText: people.staff.name }).waitFor()
    const kept = await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      return document.body.textContent
    })
    expect(kept).toBe('')
    const reloaded = page.waitForEvent('load')
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await reloaded
    await page.getByRole('row').filter({ hasText: people.staff.name }).waitFor()
  })

  test('does not come back with «Back» after its session was ended elsewhere', async () => {
    const page = await openPage({ losesSession: true })
    await noteWhatIsShown(page)
    await signIn(page, 'admin', listed)
    await page.getByRole('row').filter({ hasText: people.staff.name }).waitFor()
    await untilAppIsKept(page)
    // The browser does not cache a page that still receives answers.
    await page.waitForLoadState('networkidle')
    await page.goto('/terms')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const { left = '' } = await shown(page)
    expect(left).toContain(people.staff.name)
    const elsewhere = new ApiClient(site().address)
    await elsewhere.signIn(people.admin.login, password)
    await elsewhere.call('DELETE', '/user/sessions')
    await expectNothingAfterBack(page)
  })
})

describe('pushes that the system shows', () => {
  const text = JSON.stringify({
    title: 'Начислено 5 000 ₽',
    body: 'Тайна',
    url: '/tasks',
    tag: 'n1',
    unread: 3,
  })

  /** Opens a staff page with one shown notification. */
  async function openShown(page: Page): Promise<void> {
    await page.context().grantPermissions(['notifications'], { origin: site().address })
    await page.addInitScript(() => {
      navigator.clearAppBadge = async () => sessionStorage.setItem('badge', 'cleared')
    })
    await signIn(page, 'staff')
    await deliver(page, text)
    await expect.poll(() => shownBy(page)).toHaveLength(1)
  }

  test('are closed, and the number on the icon is removed, when their person signs out', async () => {
    const page = await openPage({ losesSession: true })
    await openShown(page)
    expect(await page.evaluate(() => sessionStorage.getItem('badge'))).toBe(null)
    await signOut(page, people.staff.name)
    await expect.poll(() => shownBy(page)).toEqual([])
    expect(await page.evaluate(() => sessionStorage.getItem('badge'))).toBe('cleared')
  })

  test('are closed when their session was ended elsewhere', async () => {
    const page = await openPage({ losesSession: true })
    await openShown(page)
    await page.goto('/terms')
    const elsewhere = new ApiClient(site().address)
    await elsewhere.signIn(people.staff.login, password)
    await elsewhere.call('DELETE', '/user/sessions')
    await page.goto('/tasks')
    await page.waitForURL(/\/login/)
    await expect.poll(() => shownBy(page)).toEqual([])
  })

  test('are closed when another person signs in in the same browser', async () => {
    const page = await openPage()
    await page.goto('/login')
    await page.getByRole('textbox', { name: 'Эл. почта' }).waitFor()
    const beside = await page.context().newPage()
    await openShown(beside)
    await fillLogin(page, people.admin.login, password)
    await page.waitForURL('**/tasks')
    await expect.poll(() => shownBy(page)).toEqual([])
  })
})
