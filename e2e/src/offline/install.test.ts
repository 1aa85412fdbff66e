import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { expectAccessible, expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser()

const key = 'artel_install'
const line = (page: Page) => page.getByRole('region', { name: 'Установка на телефон' })
const noted = (page: Page) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}'), key)

/** An earlier visit of this browser. */
const visitBefore = (page: Page, isOffered: boolean) =>
  page.addInitScript(
    ([name, offered]) => {
      if (!localStorage.getItem(name))
        localStorage.setItem(name, JSON.stringify({ first: 'Mon Jan 05 2026', isOffered: offered }))
    },
    [key, isOffered] as const,
  )

/** The offer of a browser that can install the app; `outcome`: what the person answers to it. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => ({ outcome: answer }),
    })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }, outcome)

const home = (page: Page) => page.getByRole('heading', { name: 'Общий пул' }).waitFor()

test('a new visitor is not asked to install the app, and the offer of the browser is kept for later', async () => {
  const page = await openPage({ width: 360 })
  await signIn(page, 'staff')
  await home(page)
  expect(await offer(page, 'accepted')).toBe(true)
  await page.reload()
  await home(page)
  expect(await line(page).count()).toBe(0)
  // Browsers of the tests are in another timezone, where the day may be another one.
  const today = await page.evaluate(() => new Date().toDateString())
  expect(await noted(page)).toMatchObject({ first: today, isOffered: true })
})

test('a phone installs the app, or says where the browser does it', async () => {
  const page = await openPage({ width: 360 })
  await visitBefore(page, true)
  await signIn(page, 'staff')
  await line(page).waitFor()
  await expectAccessible(page)
  await expectWellLaid(page, 360)
  await line(page).getByRole('button', { name: 'Установить' }).tap()
  await page.getByText('Откройте меню браузера').waitFor()
  await offer(page, 'accepted')
  await line(page).getByRole('button', { name: 'Установить' }).tap()
  await line(page).waitFor({ state: 'detached' })
})

test('a person who does not want the app is not asked again for a month', async () => {
  const page = await openPage({ width: 390, theme: 'dark' })
  await visitBefore(page, true)
  await signIn(page, 'staff')
  await line(page).getByRole('button', { name: 'Не сейчас' }).tap()
  await line(page).waitFor({ state: 'detached' })
  await page.reload()
  await home(page)
  expect(await line(page).count()).toBe(0)
  const { later } = await noted(page)
  expect(later).toBeGreaterThan(Date.now() + 29 * 24 * 3_600_000)
})

test('an iPhone is told the way, and a desktop and an admin nothing', async () => {
  const phone = await openPage({ width: 390 })
  await phone.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    }),
  )
  await visitBefore(phone, false)
  await signIn(phone, 'staff')
  await line(phone).getByText('На экран „Домой“').waitFor()
  expect(await line(phone).getByRole('button', { name: 'Установить' }).count()).toBe(0)

  const desk = await openPage({ width: 1440 })
  await visitBefore(desk, true)
  await signIn(desk, 'staff')
  await home(desk)
  expect(await line(desk).count()).toBe(0)
  const admin = await openPage({ width: 360 })
  await visitBefore(admin, true)
  await signIn(admin, 'admin')
  await admin.getByRole('heading', { name: 'Задачи' }).waitFor()
  expect(await line(admin).count()).toBe(0)
})
