import type { UserType } from '@artel/contract/access'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { LabelWriter } from '../../labels/labels.ts'
import { scan } from '../../labels/testing.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { useTestApp } from '../../testing/app.ts'
import type { TestClient } from '../../testing/client.ts'
import { TestPrinter } from '../../testing/printer/printer.ts'
import { buildBox, buildSupply } from '../../testing/rows/supplies.ts'
import { buildTeam } from '../../testing/rows/team.ts'
import { type PrintTimes, workPrinter } from './printers.send.ts'

const places: PrinterPlace[] = []
const test_ = useTestApp({ printers: places })
const writer = new LabelWriter()
afterAll(() => writer.close())

const times: PrintTimes = {
  connectMs: 1000,
  writeMs: 1000,
  answerMs: 500,
  pollMs: 5,
  blockedMs: 60_000,
  stoppingMs: 60_000,
  lostMs: 60_000,
  turnMs: 60_000,
}

let db: Db
let as: Record<UserType, TestClient>
let supply: number
let boxes: number[]
let printer: TestPrinter
let place: PrinterPlace

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: 'WB-7' })
  boxes = []
  for (const number of [1, 2, 3])
    boxes.push(await buildBox(db, supply, { number, barcode: `WB_000000000${number}` }))
  printer = await TestPrinter.open()
  place = placeOf('Линия 1')
  places.push(place)
})
afterEach(async () => {
  places.length = 0
  await printer.close()
  expect(printer.faults).toEqual([])
})

const placeOf = (name: string, port = printer.port): PrinterPlace => ({
  companyId: db.companyId,
  name,
  host: '127.0.0.1',
  port,
  language: 'zpl',
  dots: 203,
})

const ask = async (body: object = {}) => {
  const answer = await as.staff.post('/prints/create', { supply_id: supply, printer: place.name, ...body })
  expect(answer.statusCode).toBe(201)
  return (answer.body as { print: { id: number } }).print.id
}

const work = (changed: Partial<PrintTimes> = {}, signal = new AbortController().signal) =>
  workPrinter({ db, place, writer, publish: () => undefined, signal, times: { ...times, ...changed } })

const show = (id: number) =>
  db
    .from('prints')
    .select(['status', 'reason', 'sent', 'done'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const codes = async () => (await Promise.all(printer.labels.map(scan))).map((found) => found.at(-1))

describe.each(['zpl', 'tspl'] as const)('in %s', (language) => {
  beforeEach(() => {
    place.language = language
  })

  test('prints the labels of all boxes in the order of their numbers', async () => {
    const id = await ask()
    expect(await work()).toBe(false)
    expect(await show(id)).toEqual({ status: 'printed', reason: null, sent: 3, done: 3 })
    expect(await codes()).toEqual(['QRCode WB_0000000001', 'QRCode WB_0000000002', 'QRCode WB_0000000003'])
  })

  test('waits without paper, with the reason, and goes on when there is some', async () => {
    printer.trouble = 'no_paper'
    const id = await ask()
    expect(await work()).toBe(true)
    expect(await show(id)).toEqual({ status: 'waiting', reason: 'no_paper', sent: 0, done: 0 })
    const { body } = await as.staff.get('/printers')
    expect(body).toMatchObject({
      printers: [{ name: 'Линия 1', waiting: 1, printing: 0, reason: 'no_paper' }],
    })
    printer.trouble = null
    expect(await work()).toBe(false)
    expect(await show(id)).toMatchObject({ status: 'printed', reason: null })
    expect(printer.labels).toHaveLength(3)
  })

  test.each(['head_open', 'paused', 'no_ribbon'] as const)('names the reason %s', async (trouble) => {
    printer.trouble = trouble
    const id = await ask()
    await work()
    expect(await show(id)).toMatchObject({ status: 'waiting', reason: trouble })
  })

  test('goes on by itself if the paper runs out and is put in while it prints', async () => {
    printer.msPerLabel = 30
    const id = await ask()
    const working = work()
    await vi.waitFor(() => expect(printer.labels.length).toBeGreaterThan(0))
    printer.trouble = 'no_paper'
    await vi.waitFor(async () => expect(await show(id)).toMatchObject({ reason: 'no_paper' }))
    printer.trouble = null
    await working
    if ((await show(id)).status === 'waiting') await work()
    expect(await show(id)).toEqual({ status: 'printed', reason: null, sent: 3, done: 3 })
    expect(printer.labels).toHaveLength(3)
  })

  test('does not know how much came out if the connection ends within a label', async () => {
    printer.cutAfter = 1
    const id = await ask()
    await work()
    expect(await show(id)).toEqual({ status: 'unknown', reason: 'cut_off', sent: 2, done: 1 })
    // Nothing of it is printed again by itself.
    printer.cutAfter = 99
    await work()
    expect(printer.labels).toHaveLength(1)
    const again = await as.staff.post(`/prints/${id}/again`, { rest: true })
    expect(again.statusCode).toBe(201)
    await work()
    expect(await codes()).toEqual(['QRCode WB_0000000001', 'QRCode WB_0000000002', 'QRCode WB_0000000003'])
  })
})

test('waits for a printer that is off, and fails after a while together with what waits behind it', async () => {
  await printer.close()
  const [first, second] = [await ask(), await ask()]
  await work()
  expect(await show(first)).toMatchObject({ status: 'waiting', reason: 'unreachable' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  await work({ blockedMs: 10 })
  expect(await show(first)).toMatchObject({ status: 'failed', reason: 'unreachable' })
  expect(await show(second)).toMatchObject({ status: 'failed', reason: 'unreachable' })
  printer = await TestPrinter.open()
})

test('waits for a printer that answers nothing', async () => {
  printer.isSilent = true
  const id = await ask()
  await work({ answerMs: 100 })
  expect(await show(id)).toMatchObject({ status: 'waiting', reason: 'silent', sent: 0 })
})

test('does not know how much came out if the printer falls silent within a print', async () => {
  printer.msPerLabel = 1000
  const id = await ask()
  const working = work({ answerMs: 100 })
  await vi.waitFor(async () => expect((await show(id)).sent).toBeGreaterThan(0), { interval: 5 })
  printer.isSilent = true
  await working
  const { status, reason, sent, done } = await show(id)
  expect({ status, reason }).toEqual({ status: 'unknown', reason: 'silent' })
  expect(sent).toBeGreaterThan(done)
})

describe('a printer that takes labels, reports no fault and prints none', () => {
  beforeEach(() => {
    printer.msPerLabel = 1_000_000
  })
  const sent = (id: number) =>
    vi.waitFor(async () => expect((await show(id)).sent).toBeGreaterThan(0), { interval: 5 })

  test('does not keep its queue: nobody knows how much of each print came out', async () => {
    const ids = [await ask(), await ask()]
    await work({ blockedMs: 100 })
    for (const id of ids)
      expect(await show(id)).toMatchObject({ status: 'unknown', reason: 'stuck', done: 0 })
  })

  test('does not keep a print that a person cancels', async () => {
    const id = await ask()
    const working = work({ stoppingMs: 100 })
    await sent(id)
    expect((await as.staff.send('PUT', `/prints/${id}/cancel`)).statusCode).toBe(200)
    await working
    expect((await show(id)).status).toBe('cancelled')
  })

  test('does not keep the process that ends', async () => {
    const id = await ask()
    const ending = new AbortController()
    const working = work({ stoppingMs: 100 }, ending.signal)
    await sent(id)
    ending.abort()
    await working
    expect(await show(id)).toMatchObject({ status: 'unknown', reason: 'stuck' })
  })
})

test.each([-5, 1.5])('a printer that counts %d labels in its memory is faulty', async (count) => {
  printer.counted = count
  const id = await ask()
  await work({ answerMs: 100 })
  expect(await show(id)).toMatchObject({ status: 'waiting', reason: 'fault', sent: 0 })
})

test('a print whose server was killed is never printed again by itself', async () => {
  const id = await ask()
  const at = '2026-01-01T00:00:00.000Z'
  await db
    .update('prints', { status: 'printing', started_at: at, seen_at: at, sent: 2, done: 1 })
    .where('id', '=', id)
    .execute()
  await work()
  expect(await show(id)).toEqual({ status: 'unknown', reason: 'interrupted', sent: 2, done: 1 })
  expect(printer.labels).toHaveLength(0)
})

test('a print whose server was killed between two labels goes on with the next one', async () => {
  const id = await ask()
  const at = '2026-01-01T00:00:00.000Z'
  await db
    .update('prints', { status: 'printing', started_at: at, seen_at: at, sent: 1, done: 1 })
    .where('id', '=', id)
    .execute()
  await work()
  expect(await show(id)).toMatchObject({ status: 'printed', done: 3 })
  expect(await codes()).toEqual(['QRCode WB_0000000002', 'QRCode WB_0000000003'])
})

test('leaves alone what another process prints', async () => {
  const id = await ask()
  const at = nowIso()
  await db
    .update('prints', { status: 'printing', started_at: at, seen_at: at })
    .where('id', '=', id)
    .execute()
  const second = await ask()
  await work()
  expect(await show(id)).toMatchObject({ status: 'printing' })
  expect(await show(second)).toMatchObject({ status: 'waiting' })
})

test('prints of two people come out one after the other, each once, through two processes', async () => {
  printer.msPerLabel = 10
  await Promise.all([ask(), ask(), ask({ box_ids: boxes.slice(0, 1) })])
  await Promise.all([work(), work(), work()])
  await work()
  expect(printer.labels).toHaveLength(7)
  expect(printer.maxAtOnce).toBe(1)
  const firsts = (await codes()).map((code) => Number(code?.slice(-1)))
  // No print is mixed with another.
  expect(firsts.join('').replaceAll('123', '')).toBe('1')
})

test('a cancelled print ends after the labels that are on the printer', async () => {
  printer.msPerLabel = 300
  const id = await ask()
  const working = work()
  await vi.waitFor(async () => expect((await show(id)).sent).toBeGreaterThan(0), { interval: 5 })
  expect((await as.staff.send('PUT', `/prints/${id}/cancel`)).statusCode).toBe(200)
  await working
  const { status } = await show(id)
  expect(status).toBe('cancelled')
  expect(printer.labels.length).toBeLessThan(3)
})

test('a cancelled print that waits is not printed', async () => {
  const id = await ask()
  await as.staff.send('PUT', `/prints/${id}/cancel`)
  await work()
  expect(printer.labels).toEqual([])
})

test('leaves out boxes that were deleted meanwhile', async () => {
  const id = await ask()
  await db.update('supply_boxes', { deleted_at: nowIso() }).where('number', '=', 2).execute()
  await work()
  expect(await show(id)).toEqual({ status: 'printed', reason: null, sent: 3, done: 3 })
  expect(printer.labels).toHaveLength(2)
  const last = await ask()
  await db.update('supply_boxes', { deleted_at: nowIso() }).where('supply_id', '=', supply).execute()
  await work()
  expect(await show(last)).toMatchObject({ status: 'failed', reason: 'no_boxes' })
})

test('a long print makes way after its turn and goes on without a label twice', async () => {
  const id = await ask()
  let turns = 0
  while ((await show(id)).status !== 'printed' && turns < 20) {
    await work({ turnMs: turns === 0 ? -1 : 0 })
    turns += 1
    if (turns === 2) await work()
  }
  expect(await codes()).toEqual(['QRCode WB_0000000001', 'QRCode WB_0000000002', 'QRCode WB_0000000003'])
})

test('more labels than are read at once', async () => {
  await db.query(sql`insert into supply_boxes (company_id, supply_id, number, created_at)
    select ${db.companyId}, ${supply}, n, now() from generate_series(4, 70) n`)
  const id = await ask()
  await work()
  expect(await show(id)).toMatchObject({ status: 'printed', done: 70 })
  expect(printer.labels).toHaveLength(70)
})
