import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { asAdmin } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { brokenPicture, chooseFiles, openTaskOnPhone, picture } from './task-on-phone.ts'

const { openPage } = useBrowser({ hasWorker: true })

const waiting = (page: Page) => page.getByRole('list', { name: 'Фото, которые ещё не отправлены' })
const shown = (page: Page) => page.getByRole('list', { name: 'Фото, видео и ссылки', exact: true })

type Read = { status: string; multimedia: Multimedia[] }
const readTask = async (id: number): Promise<Read> =>
  (await (await asAdmin()).call<{ task: Read }>('GET', `/tasks/${id}`)).task
const namesOn = async (id: number) => (await readTask(id)).multimedia.map(({ name }) => name)

const openTask = (last: string) => openTaskOnPhone(openPage, last, { isStarted: true })
const choose = (page: Page, ...files: ReturnType<typeof picture>[]) =>
  chooseFiles(page, 'Добавить фото или видео', files)

test('photos of a task wait for the connection, come after the finish, and arrive once', async () => {
  const { id, phone } = await openTask('Доказова')
  const context = phone.context()
  await context.setOffline(true)
  await choose(phone, picture('a.png'), picture('b.png'))
  await waiting(phone).getByText('Ждёт связи и отправится само').nth(1).waitFor()
  await waiting(phone).getByRole('img', { name: 'Фото: a.png' }).waitFor()
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  await phone.getByRole('button', { name: 'Готово', exact: true }).first().click()
  await phone.waitForTimeout(500)
  await phone.close()

  // The first answers are lost, after the server has taken a photo and attached it.
  const again = await context.newPage()
  const lost = new Set<string>()
  await again.route(/\/api\/(multimedia|tasks\/\d+\/multimedia)$/, async (route) => {
    const address = route.request().url()
    if (lost.has(address)) return route.fallback()
    // The finish is there before the photos.
    if (lost.size === 0) await expect.poll(async () => (await readTask(id)).status).toBe('done')
    lost.add(address)
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await again.goto(`/task/${id}`)
  await expect.poll(() => namesOn(id), { timeout: 30_000 }).toEqual(['a.png', 'b.png'])
  await waiting(again).waitFor({ state: 'detached' })
  await shown(again).getByRole('button', { name: 'Открыть фото: b.png' }).waitFor()
  await again.waitForTimeout(2000)
  expect(lost.size).toBe(2)
  expect(await namesOn(id)).toEqual(['a.png', 'b.png'])
})

test('a refused photo stays with its reason and holds no other back', async () => {
  const { id, phone, refusals } = await openTask('Битова')
  await phone.context().setOffline(true)
  await choose(phone, brokenPicture, picture('good.png'))
  await waiting(phone).getByRole('img', { name: 'Фото: good.png' }).waitFor()
  await phone.context().setOffline(false)
  const refused = waiting(phone).getByRole('listitem').filter({ hasText: 'broken.png' })
  await refused.getByRole('alert').waitFor()
  refusals.push('422 POST /api/multimedia')
  await expect.poll(() => namesOn(id)).toEqual(['good.png'])
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  // The refusal outlives the page.
  await phone.reload()
  await refused.getByRole('button', { name: 'Убрать фото' }).click()
  await waiting(phone).waitFor({ state: 'detached' })
  expect(await namesOn(id)).toEqual(['good.png'])
})
