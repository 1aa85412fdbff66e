import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { useBrowser } from '../browser.ts'
import { asSomeone, comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { password, people, signIn } from '../people.ts'
import { openRelay } from '../services/relay.ts'
import { site } from '../site.ts'

const { openPage } = useBrowser()
const { openPage: openInstalled } = useBrowser({ hasWorker: true })
let api: ApiClient
beforeAll(async () => {
  api = new ApiClient(site().address)
  await api.signIn(people.owner.login, password)
})

const board = '/analytics/command'

test('staff see their neighbours by points first, then the whole team, without money', async () => {
  const phone = await openPage({ width: 360 })
  await signIn(phone, 'staff', board)
  const near = phone.getByRole('list', { name: 'Соседи по очкам' })
  const own = near.locator('[aria-current]')
  await own.getByText(people.staff.name).waitFor()
  await own.getByText('вы', { exact: true }).waitFor()
  expect(await near.getByRole('listitem').count()).toBeLessThanOrEqual(11)
  const all = phone.getByRole('list', { name: 'Команда по очкам' })
  expect(await all.getByRole('listitem').count()).toBeGreaterThan(11)
  expect(await phone.getByRole('main').getByText('₽').count()).toBe(0)
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
})

test('a person who hides from the board is visible to the owner, but not to colleagues', async () => {
  const someone = await takeOn('Тихомирова')
  await api.call('POST', '/coins', { user_id: someone.id, amount: 100_000_000, kind: 'bonus' })
  const [own, lead, colleague] = [await openPage(), await openPage(), await openPage()]
  const first = (page: typeof own) =>
    page.getByRole('list', { name: 'Команда по очкам' }).getByRole('listitem').first()
  await signIn(colleague, 'staff', board)
  await first(colleague).getByText(someone.name).waitFor()

  await comeIn(own, someone, '/profile')
  const saved = own.waitForResponse((response) => response.url().endsWith('/api/settings'))
  await own.getByRole('switch', { name: /Не показывать меня/ }).click()
  await saved
  await own.goto(board)
  await first(own).getByText(someone.name).waitFor()
  await own.getByText('Коллеги вас здесь не видят').waitFor()

  await colleague.reload()
  await first(colleague).getByText('Место 1', { exact: true }).waitFor()
  expect(await colleague.getByText(someone.name).count()).toBe(0)
  await signIn(lead, 'owner', board)
  await first(lead).getByText(someone.name).waitFor()
  await expectAccessible(lead)
  await lead.getByText('Неделя', { exact: true }).click()
  await first(lead).getByText(someone.name).waitFor()
})

test('a switch that was pressed right before the page was closed is saved', async () => {
  const someone = await takeOn('Быстрова')
  const relay = await openRelay(Number(new URL(site().address).port))
  onTestFinished(relay.close)
  const own = await openInstalled({ address: `http://127.0.0.1:${relay.port}` })
  await comeIn(own, someone, '/profile')
  // Delays the request, so that the browser leaves the page before the server receives it.
  relay.slow(3000)
  const sent = own.waitForRequest((request) => request.url().endsWith('/api/settings'))
  await own.getByRole('switch', { name: /Не показывать меня/ }).click()
  await sent
  await own.goto('about:blank')
  const later = await asSomeone(someone)
  type Session = { user: { settings: { hide_from_boards?: boolean } } }
  const isHidden = async () =>
    (await later.call<Session>('POST', '/auth/init')).user.settings.hide_from_boards
  expect(await isHidden()).toBeUndefined()
  await expect.poll(isHidden).toBe(true)
})
