import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../database/db.ts'
import type { JobHandler } from '../../jobs/handler.ts'
import { openQueues } from '../../jobs/open.ts'
import { startWorker, type Worker } from '../../jobs/worker.ts'
import type { PrinterPlace } from '../../setting-values.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import { TestPrinter } from '../../testing/printer/printer.ts'
import { buildPrint } from '../../testing/rows/printers.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'
import { printerJobs } from './printers.jobs.ts'

// Its jobs end the prints of all companies whose printers they do not know.
const test_ = useLoneTestApp()
let db: Db
let people: Team['people']
let printer: TestPrinter
const workers: Worker[] = []

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  printer = await TestPrinter.open()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await printer.close()
})

const placeOf = (name: string): PrinterPlace => ({
  companyId: db.companyId,
  name,
  host: '127.0.0.1',
  port: printer.port,
  language: 'zpl',
  dots: 203,
})
const show = (id: number) =>
  db.from('prints').select(['status', 'reason']).where('id', '=', id).executeTakeFirst()

/** Runs one job without a worker. */
async function run(handlers: readonly JobHandler[], name: string): Promise<void> {
  const handler = handlers.find(({ kind }) => kind.name === name)
  await handler?.run({
    payload: {},
    id: name,
    root: test_.root,
    companyDb: () => db,
    publish: () => undefined,
    signal: new AbortController().signal,
  })
}

test('a worker prints what waits, also a print whose job was lost', async () => {
  const id = await buildPrint(db, people.staff)
  const handlers = printerJobs({ printers: [placeOf('Линия 1')] })
  await openQueues(test_.root, handlers)
  await run(handlers, 'look-after-prints')
  const printing = handlers.filter(({ kind }) => kind.name === 'print-labels')
  const log = { warn: () => undefined, error: () => undefined }
  workers.push(await startWorker(test_.root, printing, () => undefined, log))
  await vi.waitFor(async () => expect(await show(id)).toEqual({ status: 'printed', reason: null }), 20_000)
  expect(printer.labels).toHaveLength(1)
})

test('a print on a printer that is no longer in the settings fails with that reason', async () => {
  const id = await buildPrint(db, people.staff, { printer: 'Линия 7' })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await run(printerJobs({ printers: [] }), 'look-after-prints')
  expect(await show(id)).toEqual({ status: 'failed', reason: 'unset' })
})

test('ended prints are deleted after 90 days, open ones stay', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const ended = (days: number) =>
    buildPrint(db, people.staff, {
      status: 'cancelled',
      created_at: ago(days),
      ended_at: ago(days),
    })
  const [old, recent] = [await ended(91), await ended(89)]
  const open = await buildPrint(db, people.staff, { created_at: ago(120) })
  await run(printerJobs({ printers: [] }), 'forget-old-prints')
  expect(await show(old)).toBeUndefined()
  expect([await show(recent), await show(open)].map((row) => row?.status)).toEqual(['cancelled', 'waiting'])
})
