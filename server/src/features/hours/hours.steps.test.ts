import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf } from '../../testing/client.ts'
import { leavingNoTrace } from '../../testing/fingerprint.ts'
import { buildShift, buildTask, type TestUser } from '../../testing/rows/build.ts'
import { openShiftClock } from '../../testing/rows/shifts.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'

const test_ = useTestApp()
let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  stopClockAt(on('00:00'))
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

describe('a confirmation of an end that arrives later', () => {
  /** Ends at 15:00, which nobody has confirmed. */
  const forgotten = async () => {
    await goTo('06:00')
    const { id, version } = shiftOf(await as.staff.post('/hours/start'))
    await openShiftClock(test_.root, db).close(on('23:00'))
    await goTo('23:00')
    return { id, version: Number(version) + 1 }
  }
  /** On the day before. */
  const endedBefore = (user: TestUser) =>
    buildShift(db, user, {
      source: 'auto',
      confirmed: false,
      punched_started_at: '2026-11-19T06:00:00.000Z',
    })
  const confirm = (id: number, body: object, client = as.staff) => client.post(`/hours/${id}/confirm`, body)
  const refused = (send: () => Promise<Answer>) => leavingNoTrace(test_.root, [db.companyId], send)
  const entries = async () => {
    const { body } = await as.owner.post('/listing/audit', { entity: 'shift', action: 'confirm' })
    return body.audit as object[]
  }
  const steps = () => db.from('work_steps').select(['call', 'subject_id', 'made_at', 'dated_at']).execute()

  test('confirms once, however often it is sent, and the instant of the press is kept', async () => {
    const { id, version } = await forgotten()
    const body = { version, ...stepped('one', 30) }
    const answers = await Promise.all([1, 2, 3].map(() => confirm(id, body)))
    expect(answers.map((answer) => [answer.statusCode, shiftOf(answer).confirmed])).toEqual(
      Array.from({ length: 3 }, () => [200, true]),
    )
    expect(shiftOf(answers[0]!)).toMatchObject({ ended_at: on('15:00'), version: version + 1 })
    expect(await steps()).toEqual([
      { call: 'hours.confirm', subject_id: id, made_at: on('22:30'), dated_at: on('22:30') },
    ])
    expect(await entries()).toHaveLength(1)
  })

  test('proposes another end once, also after an admin has decided on it', async () => {
    const { id, version } = await forgotten()
    const body = { version, ended_at: on('15:30'), note: 'Грузили', ...stepped('one', 30) }
    expect(shiftOf(await confirm(id, body))).toMatchObject({
      confirmed: false,
      proposed_ended_at: on('15:30'),
      note: 'Грузили',
    })
    await confirm(id, {}, as.admin)
    const again = await confirm(id, body)
    expect([again.statusCode, shiftOf(again)]).toMatchObject([
      200,
      { confirmed: true, ended_at: on('15:30'), proposed_ended_at: null },
    ])
    expect(await entries()).toHaveLength(1)
  })

  test('is refused after an admin has set another end, or the days were locked', async () => {
    const { id, version } = await forgotten()
    await as.admin.send('PUT', `/hours/${id}`, { ended_at: on('14:00') })
    const other = { version, ended_at: on('15:30'), ...stepped('one', 30) }
    expect(codeOf(await refused(() => confirm(id, other)))).toEqual([409, 'wrong_state'])

    const second = await endedBefore(people.staff)
    await as.owner.post('/hours/lock', { date_to: '2026-11-19' })
    expect(codeOf(await refused(() => confirm(second, stepped('two', 30))))).toEqual([409, 'locked'])
  })

  test('is of its own person and shift', async () => {
    const { id, version } = await forgotten()
    const foreign = await endedBefore(people.admin)
    expect(codeOf(await refused(() => confirm(foreign, stepped('one', 30))))).toEqual([404, 'not_found'])
    await confirm(id, { version, ...stepped('one', 30) })
    const second = await endedBefore(people.staff)
    expect(codeOf(await refused(() => confirm(second, stepped('one', 30))))).toEqual([
      409,
      'idempotency_conflict',
    ])
  })

  test('of an admin’s own shift is a proposal, as without a step', async () => {
    await goTo('23:00')
    const id = await endedBefore(people.admin)
    const proposed = await confirm(
      id,
      { ended_at: '2026-11-19T16:00:00.000Z', ...stepped('one', 30) },
      as.admin,
    )
    expect([proposed.statusCode, shiftOf(proposed)]).toMatchObject([
      200,
      { confirmed: false, proposed_ended_at: '2026-11-19T16:00:00.000Z' },
    ])
  })
})
