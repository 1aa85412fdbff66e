import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import { makePacked, makeSupply, readSupply, scanKeys } from '../made/made-supplies.ts'
import { unique } from '../made/made-tasks.ts'
import { asAdmin, asSomeone, comeIn, takeOn } from '../made/taken-on.ts'
import { randomFrom } from '../random.ts'

const { openPage } = useBrowser({ hasWorker: true })

/** Another seed on each day. A failure names it, so that it can be run again. */
const seed = Number(process.env.SHIFT_SEED ?? Math.floor(Date.now() / 86_400_000))
const cuts = 20

type Read = {
  status: string
  quantity_done: number
  history: { kind: string }[]
}

const card = (page: Page, title: string) => page.getByRole('region', { name: `Идёт задача: ${title}` })
const kindsOf = ({ history }: Read) => history.map(({ kind }) => kind).toSorted()
const codes = (barcode: string, count: number) => Array.from({ length: count }, () => barcode)

/** Takes the pages offline and online again `cuts` times. The random numbers decide when, and for how long. */
function cutAtRandom(context: BrowserContext, random: () => number) {
  let isPaused = false
  let isOver = false
  context.on('close', () => {
    isOver = true
  })
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  // A page that closes at this moment makes the first attempt fail.
  const setLine = (isCut: boolean) => context.setOffline(isCut).catch(() => context.setOffline(isCut))
  const cut = async () => {
    for (let left = cuts; left > 0 && !isOver; left--) {
      await wait(200 + random() * 1000)
      while (isPaused) await wait(50)
      await setLine(true)
      await wait(200 + random() * 1300)
      await setLine(false)
    }
  }
  // A test that fails closes the context between two cuts.
  const all = cut().catch((error) => {
    if (!isOver) throw error
  })
  return {
    /** Leaves the line whole until `goOn`. */
    pause: () => {
      isPaused = true
      return wait(2500)
    },
    goOn: () => {
      isPaused = false
    },
    all,
  }
}

test(`a whole shift with ${cuts} cuts of the line is on the server exactly once (seed ${seed})`, async () => {
  const random = randomFrom(seed)
  const someone = await takeOn('Сменова')
  const other = await takeOn('Напарница')
  const product = await makePacked('Набор')
  const supply = await makeSupply({ boxes: 2 })
  const [first, second] = supply.boxes.map(({ id }) => id) as [number, number] // two boxes
  const titles = [unique('Разобрать'), unique('Упаковать'), unique('Убрать')] as const
  const tasks = titles.map((title) => ({ title, user_id: someone.id, quantity: 6 }))
  const admin = await asAdmin()
  const made = await admin.call<{ tasks: { id: number }[] }>('POST', '/tasks/create_many', { tasks })
  const [a, b, c] = made.tasks.map(({ id }) => id) as [number, number, number] // as many as were made

  // The phone opens these pages once with a connection, because it keeps only what it has read.
  const opened = await openPage({ width: 390, isCut: true })
  const context = opened.context()
  await comeIn(opened, someone)
  await opened.evaluate(() => navigator.serviceWorker.ready)
  await opened.getByText(titles[0]).waitFor()
  for (const box of [second, first]) {
    await opened.goto(`/supply/${supply.id}?pack=${box}`)
    await opened.getByText('Сканер готов').waitFor()
    // A page that was seen is kept some seconds later.
    await opened.waitForTimeout(5000)
  }

  const line = cutAtRandom(context, random)
  let phone = opened
  const goHome = async () => {
    await phone.goto('/tasks')
    await phone.getByRole('heading', { name: 'Задачи', level: 1 }).waitFor()
    // What waits is shown a moment after the page; no hand is faster.
    await phone.waitForTimeout(1000)
  }
  /** The app is closed, and opened again, perhaps without a connection. */
  const closeAndOpen = async () => {
    const next = await context.newPage()
    await phone.close()
    phone = next
    await goHome()
  }
  const count = async (title: string, presses: number) => {
    for (let press = 0; press < presses; press++)
      await card(phone, title).getByRole('button', { name: 'На одну больше' }).click()
  }

  await goHome()
  await phone.getByRole('button', { name: 'Начать смену' }).click()
  await phone.getByRole('button', { name: `Начать: ${titles[0]}` }).click()
  await count(titles[0], 4)
  await card(phone, titles[0]).getByRole('button', { name: 'Пауза' }).click()
  await phone.getByRole('button', { name: `Начать: ${titles[1]}` }).click()
  await closeAndOpen()
  await count(titles[1], 6)
  /** The scanner works as soon as the box is shown, however many scans of the last one still wait. */
  const pack = async (box: number, number: number) => {
    await phone.goto(`/supply/${supply.id}?pack=${box}`)
    await phone.getByRole('heading', { name: `Короб ${number}` }).waitFor()
  }
  await pack(first, 1)
  await scanKeys(phone, { codes: codes(product.barcode, 100), paceMs: 60 })
  await pack(second, 2)
  await scanKeys(phone, { codes: codes(product.barcode, 100), paceMs: 60 })
  await goHome()
  // A step that the server took from a closed page is counted twice on the screen until it is answered again.
  await expect.poll(() => card(phone, titles[1]).getByLabel('Сделано').inputValue()).toBe('6')
  await card(phone, titles[1]).getByRole('button', { name: 'Готово', exact: true }).click()
  await phone.getByRole('button', { name: `Начать: ${titles[2]}` }).click()
  await count(titles[2], 2)

  // The phone is handed over once, and the second person needs a connection to sign in.
  await line.pause()
  await comeIn(phone, other)
  await phone.getByText('Вы не на смене').waitFor()
  await comeIn(phone, someone)
  await card(phone, titles[2]).waitFor()
  line.goOn()

  await closeAndOpen()
  await count(titles[2], 1)
  await expect.poll(() => card(phone, titles[2]).getByLabel('Сделано').inputValue()).toBe('3')
  await card(phone, titles[2]).getByRole('button', { name: 'Готово', exact: true }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Завершить с 3' }).click()
  await phone.getByRole('button', { name: `Продолжить: ${titles[0]}` }).click()
  await card(phone, titles[0]).waitFor()
  await phone.getByRole('button', { name: 'Завершить', exact: true }).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Завершить смену' }).click()
  await phone.getByText('Вы не на смене').waitFor()
  await line.all

  const readAll = async () => {
    const read = (id: number) => admin.call<{ task: Read }>('GET', `/tasks/${id}`)
    const all = await Promise.all([a, b, c].map(async (id) => (await read(id)).task))
    return all.map((task) => [task.status, task.quantity_done, kindsOf(task).join(' ')])
  }
  await expect
    .poll(async () => (await readAll()).map(([status]) => status), { interval: 1000, timeout: 120_000 })
    .toEqual(['paused', 'done', 'done'])
  // The first task was also paused before it was resumed, so its status does not tell that the shift has ended.
  await expect.poll(async () => (await readAll())[0]?.[2], { timeout: 30_000 }).toContain('shift_end')
  const [ofA, ofB, ofC] = await readAll()
  const counts = (kinds: unknown) => String(kinds).replaceAll(/( progress)+/g, ' progress')
  expect([ofA?.[1], ofB?.[1], ofC?.[1]]).toEqual([4, 6, 3])
  expect(counts(ofA?.[2])).toBe('create pause progress shift_end start start')
  expect(counts(ofB?.[2])).toBe('create finish progress start')
  expect(counts(ofC?.[2])).toBe('create finish progress start')
  const packed = await readSupply(supply.id)
  expect([packed.units_count, packed.boxes.map(({ units_count }) => units_count)]).toEqual([200, [100, 100]])
  const own = await asSomeone(someone)
  const { hours } = await own.call<{ hours: { ended_at: string | null }[] }>('POST', '/listing/hours', {
    user_id: someone.id,
  })
  expect(hours.map(({ ended_at }) => ended_at !== null)).toEqual([true])
}, 300_000)
