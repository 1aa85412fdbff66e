import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildTask } from '../../testing/build.ts'
import type { Answer } from '../../testing/client.ts'
import { openShiftClock } from '../../testing/shifts.ts'
import { signInTeam, type Team } from '../../testing/team.ts'
import { buildWorkday } from '../../testing/workday.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildWorkday(test_))
})
afterEach(() => stopClockAt(null))

/** Moves the clock and signs in again, because sessions expire. A Friday; the company is three hours ahead. */
async function goTo(time: string) {
  stopClockAt(`2026-11-20T${time}:00.000Z`)
  as = await signInTeam(test_.app, people)
}

const on = (time: string) => `2026-11-20T${time}:00.000Z`
const stepped = (id: string, ageMinutes: number) => ({ step: { id, age_ms: ageMinutes * 60_000 } })
const shiftOf = ({ body }: Answer) => body.shift as Record<string, unknown> & { id: number }
const auditOf = async (id: number) => {
  const { body } = await as.owner.post('/listing/audit', { entity: 'shift', action: 'press_late' })
  return (body.audit as { entity_id: number; after: object }[]).filter(({ entity_id }) => entity_id === id)
}

describe('presses of the clock that arrive later', () => {
  test('count at the time of the press, and the audit log has both instants', async () => {
    await goTo('09:00')
    const started = await as.staff.post('/hours/start', stepped('in', 180))
    expect([started.statusCode, shiftOf(started)]).toMatchObject([
      201,
      { started_at: on('06:00'), punched_started_at: on('06:00'), created_at: on('09:00'), late_seconds: 0 },
    ])
    const { id } = shiftOf(started)
    await goTo('16:00')
    const stopped = await as.staff.post('/hours/stop', stepped('out', 60))
    expect([stopped.statusCode, shiftOf(stopped)]).toMatchObject([
      200,
      { id, ended_at: on('15:00'), punched_ended_at: on('15:00'), confirmed: true, worked_seconds: 8 * 3600 },
    ])
    expect((await auditOf(id)).map(({ after }) => after)).toEqual([
      { pressed_at: on('15:00'), received_at: on('16:00') },
      { pressed_at: on('06:00'), received_at: on('09:00') },
    ])
  })

  test('count once, however often they are sent', async () => {
    await goTo('06:00')
    const answers = await Promise.all([1, 2, 3].map(() => as.staff.post('/hours/start', stepped('in', 0))))
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${shiftOf(answer).id}`)).size).toBe(1)
    await as.staff.post('/hours/stop', stepped('out', 0))
    await goTo('07:00')
    const again = await as.staff.post('/hours/stop', stepped('out', 60))
    expect([again.statusCode, shiftOf(again).ended_at]).toEqual([200, on('06:00')])
  })

  test('within seconds leave nothing in the audit log', async () => {
    await goTo('06:00')
    const started = await as.staff.post('/hours/start', stepped('in', 4))
    expect(shiftOf(started).started_at).toBe(on('05:56'))
    expect(await auditOf(shiftOf(started).id)).toEqual([])
  })

  test('of an admin count at the time of arrival, so that nobody enters own hours alone', async () => {
    await goTo('09:00')
    const started = await as.admin.post('/hours/start', stepped('in', 180))
    expect(shiftOf(started).started_at).toBe(on('09:00'))
    await goTo('10:00')
    const stopped = await as.admin.post('/hours/stop', stepped('out', 30))
    expect(shiftOf(stopped).ended_at).toBe(on('10:00'))
  })

  test('pause the running task at the time of the press', async () => {
    await goTo('06:00')
    await as.staff.post('/hours/start')
    const task = await buildTask(db, people.admin, { user_id: people.staff.id })
    await as.staff.post(`/tasks/${task}/start`)
    await goTo('08:00')
    await as.staff.post('/hours/stop', stepped('out', 60))
    const { body } = await as.staff.get(`/tasks/${task}`)
    expect(body.task).toMatchObject({ status: 'paused', spent_seconds: 3600 })
  })
})

describe('a press that arrives after the product has ended the shift', () => {
  const endedByProduct = async () => {
    await goTo('06:00')
    const { id } = shiftOf(await as.staff.post('/hours/start'))
    await openShiftClock(test_.root, db).close(on('23:00'))
    await goTo('23:00')
    return id
  }

  test('is the proposed end, which waits for an admin', async () => {
    const id = await endedByProduct()
    const late = await as.staff.post('/hours/stop', stepped('out', 7 * 60 + 30))
    expect([late.statusCode, shiftOf(late)]).toMatchObject([
      200,
      {
        id,
        source: 'auto',
        confirmed: false,
        ended_at: on('15:00'),
        proposed_ended_at: on('15:30'),
        punched_ended_at: on('15:30'),
      },
    ])
    const { body } = await as.admin.post('/listing/notifications', {})
    expect((body.notifications as { kind: string }[]).map(({ kind }) => kind)).toContain('shift_proposed')
  })

  test('is refused if it was made after the deadline too, or an end is proposed already', async () => {
    await endedByProduct()
    const tooLate = await as.staff.post('/hours/stop', stepped('one', 0))
    expect([tooLate.statusCode, tooLate.body.code]).toEqual([409, 'wrong_state'])
    await as.staff.post('/hours/stop', stepped('two', 7 * 60 + 30))
    const second = await as.staff.post('/hours/stop', stepped('three', 7 * 60))
    expect([second.statusCode, second.body.code]).toEqual([409, 'wrong_state'])
  })
})
