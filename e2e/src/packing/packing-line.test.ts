import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../browser.ts'
import {
  makePacked,
  makeSupply,
  openPacking,
  readSupply,
  scanKeys,
  scannerReady,
} from '../made/made-supplies.ts'
import { expectWellLaid } from '../page-checks.ts'
import { signIn } from '../people.ts'

const { openPage } = useBrowser({ hasWorker: true })

const scansOf = '**/api/supplies/*/box/*/scan'
const stop = (page: Page) => page.getByRole('alertdialog')

test('counts exactly 200 of 200 scans at 20 a second while the network fails twice', async () => {
  const product = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 1 })
  const [box] = supply.boxes
  const page = await openPage()
  await signIn(page, 'staff')
  await openPacking(page, supply.id, box!.id) // the supply has one box

  let line: 'whole' | 'cut' | 'answers lost' = 'whole'
  let lost = 0
  await page.route(scansOf, async (route) => {
    if (line === 'whole') return route.continue()
    lost += 1
    // The server counts the scan, but the page gets no answer.
    if (line === 'answers lost') await route.fetch()
    await route.abort('aborted')
  })
  const cuts = async () => {
    for (const kind of ['cut', 'answers lost'] as const) {
      await page.waitForTimeout(2000)
      line = kind
      await page.getByText('Сканы копятся').waitFor()
      await page.waitForTimeout(1000)
      line = 'whole'
    }
  }
  const codes = Array.from({ length: 200 }, () => product.barcode)
  await Promise.all([scanKeys(page, { codes, paceMs: 50 }), cuts()])

  await page.getByText('200 в коробе 1', { exact: true }).waitFor()
  await page.getByText('Засчитано', { exact: true }).waitFor({ timeout: 30_000 })
  await scannerReady(page)
  expect(lost).toBeGreaterThan(1)
  expect(await readSupply(supply.id)).toMatchObject({ units_count: 200, boxes: [{ units_count: 200 }] })
})

/** @returns a function that lists the sounds that the page has played, each by the frequency of its first tone, Hz */
async function hearSounds(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const heard: { at: number; hertz: number }[] = []
    Object.assign(window, { heard })
    const Real = OscillatorNode
    window.OscillatorNode = new Proxy(Real, {
      construct(target, [context, options]: [AudioContext, OscillatorOptions]) {
        heard.push({ at: performance.now(), hertz: options.frequency ?? 0 })
        return new target(context, options)
      },
    })
  })
  return () =>
    page.evaluate(() => {
      const { heard } = window as unknown as { heard: { at: number; hertz: number }[] } // written above
      // The tones of one sound are made at once.
      return heard
        .filter(({ at }, index) => at - (heard[index - 1]?.at ?? -100) > 50)
        .map(({ hertz }) => hertz)
    })
}

test('judges scans by the plan and tells them by sound while there is no connection', async () => {
  const [mug, candle, stranger] = [
    await makePacked('Кружка'),
    await makePacked('Свеча'),
    await makePacked('Чайник'),
  ]
  const plan = [
    { product_id: mug.id, quantity: 2 },
    { product_id: candle.id, quantity: 1 },
  ]
  const supply = await makeSupply({ boxes: 1, plan })
  const page = await openPage({ isCut: true })
  const sounds = await hearSounds(page)
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  // The plan says what to take first.
  await page.getByText('Дальше по плану').waitFor()
  await page.context().setOffline(true)
  const scan = (code: string) => scanKeys(page, { codes: [code], paceMs: 60 })
  const isRefused = async (title: string) => {
    await stop(page).getByRole('heading', { name: title }).waitFor()
    await page.keyboard.press('Escape')
    await stop(page).waitFor({ state: 'detached' })
  }
  await scan(mug.barcode)
  await page.getByText('1 из 2 в коробе 1', { exact: true }).waitFor()
  await page.getByText('Уйдёт, когда вернётся связь').waitFor()
  await scan(mug.barcode)
  await page.getByText('2 из 2 в коробе 1', { exact: true }).waitFor()
  await page.getByText('Сканы копятся: 2').waitFor()
  await scan(mug.barcode)
  await isRefused('Лишняя штука')
  await scan(stranger.barcode)
  await isRefused('Этого нет в поставке')
  await scan(candle.barcode.slice(5))
  await isRefused('Код прочитан не целиком')
  // The check digit is wrong.
  await scan('4607086560144')
  await isRefused('Код прочитан не целиком')
  await scan(candle.barcode)
  await page.getByText('1 из 1 в коробе 1', { exact: true }).waitFor()
  expect(await sounds()).toEqual([1320, 1320, 196, 156, 196, 196, 1320])
  await page.context().setOffline(false)
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(3)
  await scannerReady(page)
  // Counted scans are not told a second time.
  expect(await sounds()).toHaveLength(7)
})

test('an unknown code without a plan and without a connection shows no count', async () => {
  const product = await makePacked('Кружка')
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage({ width: 360, isCut: true })
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await page.context().setOffline(true)
  await scanKeys(page, { codes: [product.barcode], paceMs: 50 })
  await page.getByRole('heading', { name: 'Что это, узнаем, когда вернётся связь' }).waitFor()
  await page.getByText('?', { exact: true }).waitFor()
  await expectWellLaid(page, 360)
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: product.name }).waitFor()
  await page.getByText('1 в коробе 1', { exact: true }).waitFor()
})

test.each([
  ['hiccups', { hiccup: { before: 6, ms: 300 }, signMs: 5 }],
  ['sends a character each 80 ms', { signMs: 80 }],
  ['sends a character each 500 ms', { signMs: 500 }],
])('a scanner that %s is understood', async (_, pace) => {
  const product = await makePacked('Полотенце')
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage()
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await scanKeys(page, { codes: [product.barcode, product.barcode], paceMs: 100, ...pace })
  await page.getByText('2 в коробе 1', { exact: true }).waitFor()
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(2)
})

test('waiting scans survive leaving the page', async () => {
  const product = await makePacked('Плед')
  const supply = await makeSupply({ boxes: 1 })
  const page = await openPage()
  await signIn(page, 'staff')
  await openPacking(page, supply.id, supply.boxes[0]!.id) // the supply has one box
  await page.route(scansOf, (route) => route.abort('aborted'))
  await scanKeys(page, { codes: [product.barcode, product.barcode, product.barcode], paceMs: 50 })
  await page.getByText('Сканы копятся: 3').waitFor()

  await page.goto('/tasks')
  expect((await readSupply(supply.id)).units_count).toBe(0)
  await page.goto(`/supply/${supply.id}`)
  await page.getByText('3 ваших скана ещё не отправлены').waitFor()
  await page.unroute(scansOf)
  // Nobody has to open the packing screen again.
  await page.getByText('3 ваших скана ещё не отправлены').waitFor({ state: 'detached' })
  await expect.poll(async () => (await readSupply(supply.id)).units_count).toBe(3)
})
