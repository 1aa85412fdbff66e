import type { Task } from '@artel/contract/tasks/tasks'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { leaveForgotten } from '../forgotten.ts'
import { makeInstruction, makeTaskOf, pathOf } from '../made/made-instructions.ts'
import { makePacked } from '../made/made-supplies.ts'
import { unique } from '../made/made-tasks.ts'
import { asAdmin, asSomeone, comeIn, takeOn } from '../made/taken-on.ts'

const { openPage } = useBrowser({ hasWorker: true })

const card = (page: Page, title: string) => page.getByRole('region', { name: `Идёт задача: ${title}` })
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text })
const readTask = async (id: number): Promise<Task & { history: { kind: string }[] }> =>
  (await (await asAdmin()).call<{ task: Task & { history: { kind: string }[] } }>('GET', `/tasks/${id}`)).task
const kindsOf = ({ history }: { history: { kind: string }[] }) => history.map(({ kind }) => kind).toSorted()

/** A phone whose app is kept by the browser, so that it needs no connection for its code. */
async function openPhone(last: string, titles: string[], quantity = 5) {
  const someone = await takeOn(last)
  const tasks = titles.map((title) => ({ title, user_id: someone.id, quantity }))
  const made = await (await asAdmin()).call<{ tasks: { id: number }[] }>('POST', '/tasks/create_many', {
    tasks,
  })
  const ids = made.tasks.map(({ id }) => id)
  const refusals: string[] = []
  const phone = await openPage({ width: 360, refusals, isCut: true })
  await comeIn(phone, someone)
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phone.getByText(titles[0] ?? '').waitFor()
  return { someone, ids: ids as [number, ...number[]], phone, refusals }
}

test('what staff do without a connection is shown at once, and is on the server once', async () => {
  const titles = [unique('Свечи'), unique('Кружки')] as const
  const { someone, ids, phone } = await openPhone('Глухова', [...titles])
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Начать смену' }).click()
  await phone.getByText('Смена идёт').first().waitFor()
  await phone.getByRole('button', { name: `Начать: ${titles[0]}` }).click()
  await card(phone, titles[0]).waitFor()
  for (let count = 0; count < 3; count++)
    await card(phone, titles[0]).getByRole('button', { name: 'На одну больше' }).click()
  await expect.poll(() => card(phone, titles[0]).getByRole('textbox').inputValue()).toBe('3')
  await phone.getByRole('button', { name: `Начать: ${titles[1]}` }).click()
  await card(phone, titles[1]).waitFor()
  await phone.getByRole('button', { name: `Продолжить: ${titles[0]}` }).waitFor()
  await phone.getByText('Ждут отправки 4 действия').waitFor()

  // The app is closed before the connection is back, and opened again.
  const context = phone.context()
  await phone.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto('/tasks')
  await card(again, titles[1]).waitFor()
  await expect
    .poll(async () => kindsOf(await readTask(ids[1]!)), { timeout: 15_000 })
    .toEqual(['create', 'start'])
  const first = await readTask(ids[0])
  expect([first.status, first.quantity_done, kindsOf(first)]).toEqual([
    'paused',
    3,
    ['create', 'pause', 'progress', 'start'],
  ])
  const own = await asSomeone(someone)
  const { hours } = await own.call<{ hours: object[] }>('POST', '/listing/hours', { is_open: true })
  expect(hours).toHaveLength(1)
})

test('a finish says the pay and can be taken back for ten seconds', async () => {
  const title = unique('Ленты')
  const { ids, phone } = await openPhone('Быстрова', [title], 1)
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await card(phone, title).getByRole('button', { name: 'Готово', exact: true }).click()
  await notice(phone, /готова/).waitFor()
  await card(phone, title).waitFor({ state: 'detached' })
  await notice(phone, /готова/)
    .getByRole('button', { name: 'Вернуть' })
    .click()
  await card(phone, title).waitFor()
  await phone.waitForTimeout(11_000)
  expect((await readTask(ids[0])).status).toBe('in_progress')

  await card(phone, title).getByRole('button', { name: 'Готово', exact: true }).click()
  await expect.poll(async () => (await readTask(ids[0])).status, { timeout: 15_000 }).toBe('done')
})

test('a refusal comes back to the person with what can be done', async () => {
  const title = unique('Пакеты')
  const { ids, phone, refusals } = await openPhone('Отказова', [title])
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await expect.poll(async () => (await readTask(ids[0])).status).toBe('in_progress')
  await phone.context().setOffline(true)
  await card(phone, title).getByRole('button', { name: 'На одну больше' }).click()
  await card(phone, title).getByRole('button', { name: 'Пауза' }).click()
  await phone.getByText('Ждут отправки 2 действия').waitFor()
  await (await asAdmin()).call('POST', `/tasks/${ids[0]}/cancel`, {})
  // Longer than a refusal is told by a notice alone.
  await phone.waitForTimeout(15_500)
  await phone.context().setOffline(false)
  await phone.getByText('Не принято 1 действие').waitFor()
  refusals.push(`409 POST /api/tasks/${ids[0]}/progress`)
  await phone.getByRole('button', { name: 'Показать' }).click()
  const list = phone.getByRole('dialog', { name: 'Действия на этом устройстве' })
  await list.getByText('Счёт: +1').waitFor()
  await list.getByText('ждёт то, что выше').waitFor()
  await list.getByRole('button', { name: 'Убрать вместе с 1 следующим' }).click()
  await list.getByText('Счёт: +1').waitFor({ state: 'detached' })
  await list.getByRole('button', { name: 'Закрыть' }).click()
  await phone.getByText('Не принято 1 действие').waitFor({ state: 'detached' })
})

test('on a shared phone each queue waits for its own person', async () => {
  const title = unique('Банки')
  const { someone, ids, phone } = await openPhone('Общая', [title])
  const other = await takeOn('Сменная')
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await card(phone, title).waitFor()
  await phone.getByText('Ждёт отправки 1 действие').waitFor()
  const context = phone.context()
  // A page that is left sends what waits once more. That must not reach the server, because the browser does not cut off
  // a request that outlives its page.
  await phone.goto('about:blank')
  await phone.close()
  await context.setOffline(false)
  const theirs = await context.newPage()
  await comeIn(theirs, other)
  await theirs.waitForTimeout(5000)
  expect((await readTask(ids[0])).status).toBe('open')
  await comeIn(theirs, someone)
  await expect.poll(async () => (await readTask(ids[0])).status, { timeout: 15_000 }).toBe('in_progress')
})

test('signing out warns of what waits', async () => {
  const title = unique('Коробки')
  const { phone } = await openPhone('Уходова', [title])
  // The server is reached, but not for this step.
  await phone.route('**/api/tasks/*/start', (route) => route.abort())
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await card(phone, title).waitFor()
  await phone.getByRole('button', { name: /Уходова/ }).click()
  await phone.getByRole('menuitem', { name: 'Выйти' }).click()
  const question = phone.getByRole('dialog', { name: 'Выйти, не дождавшись отправки?' })
  await question.getByText('1 действие ещё не отправлено').waitFor()
  await question.getByRole('button', { name: 'Остаться' }).click()
  await card(phone, title).waitFor()
})

test('after signing out nothing of what was sent is left on the device', async () => {
  const title = unique('Секретные')
  const { ids, phone } = await openPhone('Ушедшая', [title])
  const readKept = () =>
    phone.evaluate(async () => {
      const opening = indexedDB.open('artel-steps')
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const reading = database.transaction('steps').objectStore('steps').getAll()
      await new Promise((resolve) => {
        reading.onsuccess = resolve
      })
      database.close()
      return JSON.stringify(reading.result)
    })
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await expect.poll(async () => (await readTask(ids[0])).status).toBe('in_progress')
  await expect.poll(readKept).toContain('answered_version')
  await phone.getByRole('button', { name: /Ушедшая/ }).click()
  await phone.getByRole('menuitem', { name: 'Выйти' }).click()
  await phone.waitForURL('**/login**')
  expect(await readKept()).toBe('[]')
})

test('a step that meets an ended session is sent after the next sign-in', async () => {
  const title = unique('Поздние')
  const someone = await takeOn('Возвратова')
  const api = await asAdmin()
  const { tasks } = await api.call<{ tasks: { id: number }[] }>('POST', '/tasks/create_many', {
    tasks: [{ title, user_id: someone.id, quantity: 5 }],
  })
  const phone = await openPage({ width: 360, losesSession: true, isCut: true })
  await comeIn(phone, someone)
  await phone.evaluate(() => navigator.serviceWorker.ready)
  await phone.getByText(title).waitFor()
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: `Начать: ${title}` }).click()
  await card(phone, title).waitFor()
  await (await asSomeone(someone)).call('DELETE', '/user/sessions')
  await phone.context().setOffline(false)
  await phone.waitForURL('**/login**')
  expect((await readTask(tasks[0]!.id)).status).toBe('open')
  await comeIn(phone, someone)
  await expect
    .poll(async () => (await readTask(tasks[0]!.id)).status, { timeout: 15_000 })
    .toBe('in_progress')
})

test('what is confirmed without a connection counts once, at the time of the press', async () => {
  const someone = await takeOn('Прочитова')
  const products = [await makePacked('Плед'), await makePacked('Чашка')] as const
  const [first, second] = [
    await makeInstruction('Сложить', { product_ids: [products[0].id], requires_ack: true }),
    await makeInstruction('Завернуть', { product_ids: [products[1].id], requires_ack: true }),
  ]
  const [one, other] = [
    await makeTaskOf(products[0].id, someone.id, 'Пледы'),
    await makeTaskOf(products[1].id, someone.id, 'Чашки'),
  ]
  await leaveForgotten(someone.id)
  // The second start is sent before the confirmation that was made after it.
  const refusals = [`409 POST /api/tasks/${other.id}/start`]
  const phone = await openPage({ width: 360, refusals, isCut: true })
  await comeIn(phone, someone)
  await phone.evaluate(() => navigator.serviceWorker.ready)
  const goHome = async () => {
    await phone.goto('/tasks')
    await phone.getByRole('heading', { name: 'Задачи', level: 1 }).waitFor()
  }
  // Kept pages are written some seconds after they were seen.
  for (const instruction of [first, second]) {
    await phone.goto(pathOf(instruction))
    await phone.getByRole('button', { name: 'Прочитано' }).waitFor()
    await phone.waitForTimeout(5000)
  }
  await goHome()
  const question = phone.getByText(/^Когда вы ушли \d+ \S+\?$/)
  await question.waitFor()
  await phone.waitForTimeout(5000)

  await phone.context().setOffline(true)
  const read = async (instruction: typeof first) => {
    await phone.goto(pathOf(instruction))
    const at = Date.now()
    await phone.getByRole('button', { name: 'Прочитано' }).click()
    await phone.getByText(/^Прочитано сегодня/).waitFor()
    return at
  }
  const start = async ({ title }: typeof one) => {
    await goHome()
    const at = Date.now()
    await phone.getByRole('button', { name: `Начать: ${title}` }).click()
    await card(phone, title).waitFor()
    return at
  }
  const readFirst = await read(first)
  const startedOne = await start(one)
  await start(other)
  const readSecond = await read(second)
  await goHome()
  await phone.getByRole('button', { name: 'Да, в 18:00' }).click()
  await question.waitFor({ state: 'detached' })
  await phone.getByText('Ждут отправки 5 действий').waitFor()
  await phone.waitForTimeout(6000)

  await phone.context().setOffline(false)
  const admin = await asAdmin()
  type Shift = { confirmed: boolean; ended_at: string; version: number }
  const readShift = async () => {
    const filter = { user_id: someone.id }
    return (await admin.call<{ hours: Shift[] }>('POST', '/listing/hours', filter)).hours[0]!
  }
  await expect.poll(async () => (await readShift()).confirmed, { timeout: 15_000 }).toBe(true)
  const [doneOne, doneOther] = [await readTask(one.id), await readTask(other.id)]
  expect([doneOne.status, kindsOf(doneOne)]).toEqual(['paused', ['create', 'pause', 'start']])
  expect([doneOther.status, kindsOf(doneOther)]).toEqual(['in_progress', ['create', 'start']])
  const readAtOf = async ({ id }: typeof first) => {
    const path = `/listing/readers/${id}`
    type Readers = { readers: { id: number; read_at: string }[] }
    const { readers } = await admin.call<Readers>('POST', path, { read: true })
    expect(readers.map((reader) => reader.id)).toEqual([someone.id])
    return Date.parse(readers[0]!.read_at)
  }
  const expectClose = (instant: number, pressed: number) =>
    expect(Math.abs(instant - pressed)).toBeLessThan(3000)
  expectClose(await readAtOf(first), readFirst)
  expectClose(Date.parse(doneOne.started_at!), startedOne)
  // The start counts from the confirmation that it needed.
  const readAt = await readAtOf(second)
  expectClose(readAt, readSecond)
  expect(Date.parse(doneOther.started_at!)).toBe(readAt)
  // Changed once.
  expect(await readShift()).toMatchObject({ ended_at: expect.stringContaining('T15:00'), version: 2 })
  await card(phone, other.title).waitFor()
  await question.waitFor({ state: 'detached' })
})
