import { beforeEach, expect, test } from 'vitest'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildPrint } from '../../testing/rows/printers.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let id: number

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
  id = await buildPrint(db, people.staff, { box_ids: [1, 2, 3] })
})

const set = (fields: object, print = id) => db.update('prints', fields).where('id', '=', print).execute()
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const printing = () => ({ status: 'printing', started_at: nowIso(), seen_at: nowIso() })

test('a printer takes one print at a time', async () => {
  const second = await buildPrint(db, people.staff)
  const other = await buildPrint(db, people.staff, { printer: 'Линия 2' })
  expect(await code(set(printing()))).toBe('done')
  expect(await code(set(printing(), second))).toBe('23505')
  expect(await code(set(printing(), other))).toBe('done')
})

test.each([
  ['more labels done than sent', { done: 1 }],
  ['more labels sent than it has', { ...printing(), sent: 4 }],
  ['a waiting print with labels on their way', { sent: 1 }],
  ['a printed one with labels left', { status: 'printed', ended_at: nowIso() }],
  ['an unknown one without a label on its way', { status: 'unknown', reason: 'cut_off', ended_at: nowIso() }],
  ['a failure without a reason', { status: 'failed', ended_at: nowIso() }],
  ['an end without a time', { status: 'cancelled' }],
  ['a time of the end of a waiting one', { ended_at: nowIso() }],
  ['a print that prints without a sign of life', { status: 'printing' }],
  ['an unknown reason', { reason: 'fire' }],
  ['no boxes', { box_ids: [] }],
  ['other boxes', { box_ids: [1, 2] }],
  ['another printer', { printer: 'Линия 9' }],
])('the database refuses %s', async (_, fields) => {
  expect(await code(set(fields))).toBe('23514')
})

test('an ended print does not change, and a print only goes on', async () => {
  await set({ ...printing(), sent: 2, done: 2 })
  expect(await code(set({ sent: 1, done: 1 }))).toBe('23514')
  await set({ status: 'cancelled', ended_at: nowIso() })
  expect(await code(set(printing()))).toBe('23514')
})
