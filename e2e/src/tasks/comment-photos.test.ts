import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { asAdmin, asSomeone, comeIn, takeOn } from '../made/taken-on.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../page-checks.ts'
import { brokenPicture, chooseFiles, openTaskOnPhone, picture } from './task-on-phone.ts'

const { openPage } = useBrowser({ hasWorker: true })

const comments = (page: Page) => page.getByRole('list', { name: 'Комментарии' })
type Comment = { text: string; multimedia: Multimedia[] }
const readComments = async (id: number): Promise<Comment[]> =>
  (await (await asAdmin()).call<{ task: { comments: Comment[] } }>('GET', `/tasks/${id}`)).task.comments

const openTask = (last: string) => openTaskOnPhone(openPage, last)
const attach = (page: Page, names: string[]) => chooseFiles(page, 'Приложить фото', names.map(picture))

const send = async (page: Page, text: string) => {
  await page.getByLabel('Новый комментарий').fill(text)
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
}

/** Waits until the browser has drawn the photo. */
const expectDrawn = (page: Page, name: string) =>
  expect
    .poll(
      () =>
        comments(page)
          .getByRole('img', { name: `Фото: ${name}` })
          .evaluate((image) => (image as HTMLImageElement).naturalWidth),
      { timeout: 10_000 },
    )
    .toBe(1)

test('a comment with photos waits for the connection, also if the app is closed, and arrives once', async () => {
  const { id, phone } = await openTask('Фотова')
  await phone.context().setOffline(true)
  await attach(phone, ['a.png', 'b.png', 'c.png'])
  await phone.getByRole('button', { name: 'Убрать фото: b.png' }).click()
  await send(phone, 'Две свечи треснули')
  const item = comments(phone).getByRole('listitem').filter({ hasText: 'Две свечи треснули' })
  await item.getByText('Ждёт связи и отправится само').waitFor()
  await expectDrawn(phone, 'a.png')
  await expectDrawn(phone, 'c.png')
  await expectAccessible(phone)
  await expectNoSidewaysScroll(phone)
  expect(await phone.getByLabel('Новый комментарий').inputValue()).toBe('')

  const context = phone.context()
  await phone.close()
  const again = await context.newPage()
  await again.goto(`/task/${id}`)
  await comments(again).getByText('Две свечи треснули').waitFor()
  await expectDrawn(again, 'a.png')
  expect(await readComments(id)).toEqual([])

  // The first answers are lost, after the server has taken the photo and the comment.
  const lost = new Set<string>()
  await again.route(/\/api\/(multimedia|tasks\/\d+\/comments)$/, async (route) => {
    const address = route.request().url()
    if (lost.has(address)) return route.fallback()
    lost.add(address)
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await expect
    .poll(async () => (await readComments(id)).map(({ multimedia }) => multimedia.map(({ name }) => name)), {
      timeout: 20_000,
    })
    .toEqual([['a.png', 'c.png']])
  await comments(again).getByText('Ждёт связи').waitFor({ state: 'detached' })
  await expectDrawn(again, 'a.png')
  await again.waitForTimeout(3000)
  expect(lost.size).toBe(2)
  expect(await readComments(id)).toHaveLength(1)
  expect(await comments(again).getByRole('listitem').filter({ hasText: 'Две свечи' }).count()).toBe(1)
})

test('a refused photo comes back to its comment, which can be sent without it', async () => {
  const { id, phone, refusals } = await openTask('Лимитова')
  await phone.context().setOffline(true)
  await chooseFiles(phone, 'Приложить фото', [picture('good.png'), brokenPicture])
  await send(phone, 'Коробка мокрая')
  await comments(phone).getByText('Ждёт связи').waitFor()
  await phone.context().setOffline(false)
  const reason = comments(phone).getByRole('alert').filter({ hasText: 'Комментарий не принят' })
  await reason.filter({ hasText: 'broken.png' }).waitFor()
  refusals.push('422 POST /api/multimedia')
  await expectAccessible(phone)
  await expectDrawn(phone, 'good.png')
  // A refusal outlives the page.
  await phone.reload()
  await reason.waitFor()
  await comments(phone).getByRole('button', { name: 'Убрать фото: broken.png' }).click()
  await comments(phone).getByRole('button', { name: 'Отправить снова' }).click()
  await expect
    .poll(async () => (await readComments(id)).map(({ multimedia }) => multimedia.map(({ name }) => name)), {
      timeout: 15_000,
    })
    .toEqual([['good.png']])
  await reason.waitFor({ state: 'detached' })
})

test('a comment on a task that was deleted meanwhile stays on the device with its photo', async () => {
  const { id, phone, refusals } = await openTask('Удалёнкина')
  await phone.context().setOffline(true)
  await attach(phone, ['a.png'])
  await send(phone, 'Не та партия')
  await comments(phone).getByText('Ждёт связи').waitFor()
  await phone.getByRole('link', { name: 'Задачи' }).first().click()
  await phone.waitForURL('**/tasks')
  await (await asAdmin()).call('DELETE', `/tasks/${id}`, {})
  await phone.context().setOffline(false)
  await phone.getByText('Не принято 1 действие').waitFor()
  await phone.getByRole('button', { name: 'Показать' }).click()
  const list = phone.getByRole('dialog', { name: 'Действия на этом устройстве' })
  await list.getByText('Не та партия').waitFor()
  await list.getByRole('img', { name: 'Фото: a.png' }).waitFor()
  await list.getByRole('button', { name: 'Убрать', exact: true }).click()
  await list.getByText('Не та партия').waitFor({ state: 'detached' })
  refusals.push(`404 POST /api/tasks/${id}/comments`)
})

test('on a shared phone photos wait for their own person', async () => {
  const { id, someone, phone } = await openTask('Снимкова')
  const other = await takeOn('Чужакова')
  await phone.context().setOffline(true)
  await attach(phone, ['a.png'])
  await send(phone, 'Только моё')
  await comments(phone).getByText('Ждёт связи').waitFor()
  const context = phone.context()
  await phone.close()
  await context.setOffline(false)
  const theirs = await context.newPage()
  await comeIn(theirs, other)
  await theirs.waitForTimeout(5000)
  expect(await readComments(id)).toEqual([])
  const own = await asSomeone(other)
  expect((await own.call<{ tasks: object[] }>('POST', '/listing/tasks', {})).tasks).toBeDefined()
  await comeIn(theirs, someone)
  await expect
    .poll(
      async () => (await readComments(id)).map(({ multimedia }) => multimedia.map((one) => one.created_by)),
      {
        timeout: 15_000,
      },
    )
    .toEqual([[someone.id]])
})

test('says so when this device has no room for the photos, and keeps what was written', async () => {
  const { phone } = await openTask('Теснова')
  await phone.evaluate(() => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (...sent) {
      if (this.name === 'photos') throw new DOMException('', 'QuotaExceededError')
      return put.apply(this, sent)
    }
  })
  await attach(phone, ['a.png'])
  await send(phone, 'Не поместится')
  await phone.getByText('На этом устройстве не хватает места для фото').waitFor()
  expect(await phone.getByLabel('Новый комментарий').inputValue()).toBe('Не поместится')
  await phone.getByRole('button', { name: 'Убрать фото: a.png' }).click()
  await phone.getByRole('button', { name: 'Отправить', exact: true }).click()
  await comments(phone).getByText('Не поместится').waitFor()
})
