import { beforeEach, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { openShiftClock } from '../../testing/rows/shifts.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'

const test_ = useTestApp()

const begun = '2026-11-20T06:00:00.000Z'
const planned = '2026-11-20T15:00:00.000Z'
const claimed = '2026-11-20T19:00:00.000Z'
const word = 'Ждали машину'

let as: Team['as']
let id: number

// A shift that the product has ended at its planned end, and whose person says that they worked longer.
beforeEach(async () => {
  const { db, people } = await buildWorkday(test_)
  const shifts = openShiftClock(test_.root, db)
  id = await shifts.begin(begun, people.staff)
  await shifts.close('2026-11-20T16:00:00.000Z')
  stopClockAt('2026-11-21T06:00:00.000Z')
  as = await signInTeam(test_.app, people)
  await as.staff.post(`/hours/${id}/confirm`, { ended_at: claimed, note: word })
  return () => stopClockAt(null)
})

const newest = async () => {
  const { body } = await as.owner.post('/listing/audit', { entity: 'shift' })
  return (body.audit as object[])[0]
}

test('logs the end that a person proposes', async () => {
  expect(await newest()).toMatchObject({
    action: 'update',
    before: { proposed_ended_at: null, note: null },
    after: { proposed_ended_at: claimed, note: word },
  })
})

test('logs the proposed end and the note that a confirmation of another end replaces', async () => {
  await as.admin.post(`/hours/${id}/confirm`, { ended_at: planned, note: 'Ушёл вовремя' })
  expect(await newest()).toMatchObject({
    action: 'confirm',
    before: { proposed_ended_at: claimed, note: word, confirmed: false },
    after: { proposed_ended_at: null, note: 'Ушёл вовремя', confirmed: true },
  })
})

test('logs the proposed end that a correction replaces', async () => {
  await as.admin.send('PUT', `/hours/${id}`, { ended_at: '2026-11-20T14:00:00.000Z' })
  expect(await newest()).toMatchObject({
    action: 'update',
    before: { proposed_ended_at: claimed, ended_at: planned },
    after: { proposed_ended_at: null, ended_at: '2026-11-20T14:00:00.000Z' },
  })
})

test('logs what the person of a deleted shift has said and pressed', async () => {
  await as.admin.send('DELETE', `/hours/${id}`, { note: 'Дважды' })
  expect(await newest()).toMatchObject({
    action: 'delete',
    before: {
      proposed_ended_at: claimed,
      note: word,
      source: 'auto',
      punched_started_at: begun,
      punched_ended_at: null,
    },
    after: { note: 'Дважды' },
  })
})
