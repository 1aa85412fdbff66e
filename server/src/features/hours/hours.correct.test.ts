import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso, stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildCompany, buildShift, buildTask, buildUser } from '../../testing/rows/build.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildWorkday(test_))
  return () => stopClockAt(null)
})

/** Moves the clock and signs in again, because sessions expire. */
async function goTo(instant: string) {
  stopClockAt(instant)
  as = await signInTeam(test_.app, people)
}

const shiftOf = ({ body }: Answer) => body.shift as Record<string, unknown> & { id: number; version: number }
const list = async (client: TestClient, filters: object = {}, query = '') =>
  (await client.post(`/listing/hours${query}`, filters)).body as {
    hours: Record<string, unknown>[]
    totals: Record<string, number>
    pagination: { total: number }
    locked_until: string | null
  }
const enter = (from: string, to: string, fields: object = {}) =>
  as.admin.post('/hours/create', {
    user_id: people.staff.id,
    started_at: from,
    ended_at: to,
    note: 'Забыл отметиться',
    ...fields,
  })

describe('entering and correcting shifts', () => {
  beforeEach(() => goTo('2026-11-21T06:00:00.000Z'))

  test('a shift is entered with its reason, counted, notified and logged', async () => {
    const answer = await enter('2026-11-19T06:30:00.000Z', '2026-11-19T15:00:00.000Z')
    expect([answer.statusCode, shiftOf(answer)]).toMatchObject([
      201,
      {
        day: '2026-11-19',
        source: 'manual',
        confirmed: true,
        note: 'Забыл отметиться',
        worked_seconds: 27_000,
        break_seconds: 3600,
        late_seconds: 1800,
        overtime_seconds: 0,
        punched_started_at: null,
        punched_ended_at: null,
        edited_by: people.admin.id,
      },
    ])
    const bell = await as.staff.post('/listing/notifications')
    expect(bell.body.notifications).toMatchObject([
      { kind: 'shift_changed', title: 'Ваши часы изменены', body: '19 ноября. Кто изменил: Дарья Климова' },
    ])
    const log = await as.owner.post('/listing/audit', { entity: 'shift' })
    expect(log.body.audit).toMatchObject([{ action: 'create', entity_id: shiftOf(answer).id }])
  })

  test('a correction keeps the punch', async () => {
    await goTo('2026-11-20T06:00:00.000Z')
    const { id } = shiftOf(await as.staff.post('/hours/start'))
    await goTo('2026-11-20T15:00:00.000Z')
    const punched = shiftOf(await as.staff.post('/hours/stop'))
    const corrected = await as.admin.send('PUT', `/hours/${id}`, {
      ended_at: '2026-11-20T12:00:00.000Z',
      note: 'Ушла раньше',
    })
    expect([corrected.statusCode, shiftOf(corrected)]).toMatchObject([
      200,
      {
        ended_at: '2026-11-20T12:00:00.000Z',
        source: 'clock',
        note: 'Ушла раньше',
        punched_started_at: punched.punched_started_at,
        punched_ended_at: punched.punched_ended_at,
        edited_by: people.admin.id,
        editor: { id: people.admin.id },
      },
    ])
    const log = await as.owner.post('/listing/audit', { entity: 'shift' })
    expect(log.body.audit).toMatchObject([
      { before: { ended_at: punched.ended_at }, after: { ended_at: '2026-11-20T12:00:00.000Z' } },
    ])
  })

  test('another start moves a shift to its day, and both days are recalculated', async () => {
    const morning = shiftOf(await enter('2026-11-19T06:30:00.000Z', '2026-11-19T09:00:00.000Z'))
    const evening = shiftOf(await enter('2026-11-19T10:00:00.000Z', '2026-11-19T18:00:00.000Z'))
    const next = shiftOf(await enter('2026-11-20T07:00:00.000Z', '2026-11-20T15:00:00.000Z'))
    const counted = async () => {
      const { hours } = await list(as.admin, {}, '?sort_by=started_at&direction=asc')
      return hours.map(({ id, late_seconds, overtime_seconds }) => [id, late_seconds, overtime_seconds])
    }
    // Worked: 2:30 and 7:00, of which 8:00 are required. The second shift of a day is not late.
    expect(await counted()).toEqual([
      [morning.id, 1800, 0],
      [evening.id, 0, 5400],
      [next.id, 3600, 0],
    ])
    await as.admin.send('PUT', `/hours/${morning.id}`, {
      started_at: '2026-11-20T03:00:00.000Z',
      ended_at: '2026-11-20T06:00:00.000Z',
    })
    expect(await counted()).toEqual([
      [evening.id, 14_400, 0],
      [morning.id, 0, 0],
      // 3:00 of work come before this shift, which has 7:00.
      [next.id, 0, 7200],
    ])
    const erase = (note: string) => as.admin.send('DELETE', `/hours/${morning.id}`, { note })
    expect((await erase(' ')).body.errors).toHaveProperty('note')
    expect((await erase('Дважды')).statusCode).toBe(200)
    const log = await as.owner.post('/listing/audit', { action: 'delete' })
    expect(log.body.audit).toMatchObject([{ entity: 'shift', after: { note: 'Дважды' } }])
    expect(await counted()).toEqual([
      [evening.id, 14_400, 0],
      [next.id, 3600, 0],
    ])
  })

  test('an open shift can be ended, which pauses its running task', async () => {
    await goTo('2026-11-21T05:00:00.000Z')
    const { id } = shiftOf(await as.staff.post('/hours/start'))
    const taskId = await buildTask(db, people.admin, { user_id: people.staff.id })
    await as.staff.post(`/tasks/${taskId}/start`)
    await goTo('2026-11-21T06:00:00.000Z')
    await as.admin.send('PUT', `/hours/${id}`, { ended_at: '2026-11-21T05:30:00.000Z', note: 'Ушла' })
    const { task } = (await as.staff.get(`/tasks/${taskId}`)).body as { task: object }
    expect(task).toMatchObject({ status: 'paused', spent_seconds: 1800 })
  })

  test('another start leaves an open shift and its running task open', async () => {
    await goTo('2026-11-21T05:00:00.000Z')
    const { id } = shiftOf(await as.staff.post('/hours/start'))
    const taskId = await buildTask(db, people.admin, { user_id: people.staff.id })
    await as.staff.post(`/tasks/${taskId}/start`)
    await goTo('2026-11-21T06:00:00.000Z')
    const started_at = '2026-11-21T04:30:00.000Z'
    const moved = await as.admin.send('PUT', `/hours/${id}`, { started_at, note: 'Пришла раньше' })
    expect(shiftOf(moved)).toMatchObject({ started_at, ended_at: null })
    expect((await as.staff.get(`/tasks/${taskId}`)).body.task).toMatchObject({ status: 'in_progress' })
  })

  test('a shift that is given to another person leaves the list of the first one', async () => {
    const { id } = shiftOf(await enter('2026-11-19T06:30:00.000Z', '2026-11-19T15:00:00.000Z'))
    const moved = await as.admin.send('PUT', `/hours/${id}`, { user_id: people.owner.id })
    expect([moved.statusCode, shiftOf(moved).user_id]).toEqual([200, people.owner.id])
    expect((await list(as.staff)).hours).toEqual([])
  })

  test.each([
    ['starts in another', '2026-11-19T10:00:00.000Z', '2026-11-19T16:00:00.000Z'],
    ['lies inside', '2026-11-19T07:00:00.000Z', '2026-11-19T08:00:00.000Z'],
    ['holds another', '2026-11-19T05:00:00.000Z', '2026-11-19T16:00:00.000Z'],
    ['ends in another by a millisecond', '2026-11-19T05:00:00.000Z', '2026-11-19T06:00:00.001Z'],
  ])('a shift that %s is rejected with 409', async (_, from, to) => {
    await buildShift(db, people.staff)
    const before = await fingerprint(test_.root, [db.companyId])
    const { statusCode, body } = await enter(from, to)
    expect([statusCode, body.code]).toEqual([409, 'overlap'])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('adjacent shifts and shifts of another person do not overlap', async () => {
    await buildShift(db, people.staff)
    expect((await enter('2026-11-19T14:00:00.000Z', '2026-11-19T15:00:00.000Z')).statusCode).toBe(201)
    const other = await enter('2026-11-19T06:00:00.000Z', '2026-11-19T14:00:00.000Z', {
      user_id: people.owner.id,
    })
    expect(other.statusCode).toBe(201)
  })

  test('only one of twenty concurrent overlapping shifts is saved', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        enter(`2026-11-19T06:${10 + index}:00.000Z`, `2026-11-19T12:${10 + index}:00.000Z`),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(19).fill(409)])
  })

  test.each([
    [{ started_at: '2026-11-20T10:00:00.000Z', ended_at: '2026-11-20T09:00:00.000Z' }, 'ended_at'],
    [{ started_at: '2026-11-19T06:00:00.000Z', ended_at: '2026-11-20T06:00:00.001Z' }, 'ended_at'],
    [{ started_at: '2026-11-21T05:00:00.000Z', ended_at: '2026-11-21T07:00:00.000Z' }, 'ended_at'],
    [{ started_at: '2026-11-22T05:00:00.000Z', ended_at: '2026-11-22T07:00:00.000Z' }, 'started_at'],
    [{ started_at: 'yesterday' }, 'started_at'],
    [{ ended_at: null }, 'ended_at'],
    [{ user_id: 999_999_999 }, 'user_id'],
    [{ user_id: 0 }, 'user_id'],
    [{ note: '' }, 'note'],
    [{ note: 'x'.repeat(501) }, 'note'],
    [{ note: 'a\0b' }, 'note'],
    [{ worked_seconds: 5 }, 'worked_seconds'],
  ])('rejects %j at %s and changes nothing', async (fields, path) => {
    const before = await fingerprint(test_.root, [db.companyId])
    const { statusCode, body } = await enter('2026-11-19T06:00:00.000Z', '2026-11-19T07:00:00.000Z', fields)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
  })

  test('rejects a person of another company', async () => {
    const other = await buildCompany(test_.root)
    const stranger = await buildUser(test_.root, other, 'staff')
    const { statusCode, body } = await enter('2026-11-19T06:00:00.000Z', '2026-11-19T07:00:00.000Z', {
      user_id: stranger.id,
    })
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['user_id']])
  })

  test('rejects the second of two edits of the same version', async () => {
    const id = await buildShift(db, people.staff)
    const put = (note: string) => as.admin.send('PUT', `/hours/${id}`, { note, version: 1 })
    expect((await put('Раз')).statusCode).toBe(200)
    expect((await put('Два')).body).toMatchObject({ code: 'stale', current: { note: 'Раз' } })
  })

  test('staff cannot enter, change or delete shifts', async () => {
    const id = await buildShift(db, people.staff)
    const body = { user_id: people.staff.id, started_at: nowIso(), ended_at: nowIso(), note: 'Я' }
    expect((await as.staff.post('/hours/create', body)).statusCode).toBe(403)
    expect((await as.staff.send('PUT', `/hours/${id}`, { note: 'Я' })).statusCode).toBe(403)
    expect((await as.staff.send('DELETE', `/hours/${id}`)).statusCode).toBe(403)
  })
})

describe('a locked period', () => {
  beforeEach(() => goTo('2026-11-21T06:00:00.000Z'))

  const lock = (date_to: string) => as.admin.post('/hours/lock', { date_to })
  const unlock = (date_from: string) => as.owner.post('/hours/unlock', { date_from })

  test('rejects shifts that are entered, changed, moved in or out, or deleted', async () => {
    const id = await buildShift(db, people.staff)
    const later = shiftOf(await enter('2026-11-20T06:00:00.000Z', '2026-11-20T07:00:00.000Z'))
    expect((await lock('2026-11-19')).body.locked_until).toBe('2026-11-19')
    const before = await fingerprint(test_.root, [db.companyId])
    const refused = [
      await enter('2026-11-19T15:00:00.000Z', '2026-11-19T16:00:00.000Z'),
      await as.admin.send('PUT', `/hours/${id}`, { note: 'Поздно' }),
      await as.admin.send('PUT', `/hours/${id}`, {
        started_at: '2026-11-20T08:00:00.000Z',
        ended_at: '2026-11-20T09:00:00.000Z',
      }),
      await as.admin.send('PUT', `/hours/${later.id}`, { started_at: '2026-11-19T16:00:00.000Z' }),
      await as.admin.send('DELETE', `/hours/${id}`),
    ]
    expect(refused.map(({ statusCode, body }) => [statusCode, body.code])).toEqual(
      Array(5).fill([409, 'locked']),
    )
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    const { hours, locked_until } = await list(as.admin, {}, '?sort_by=day&direction=asc')
    expect(locked_until).toBe('2026-11-19')
    expect(hours).toMatchObject([
      { id, is_locked: true, can: { edit: false, delete: false } },
      { id: later.id, is_locked: false, can: { edit: true } },
    ])
  })

  test('is extended by a later lock only, and unlocked from a day on by the owner only', async () => {
    await lock('2026-11-19')
    expect((await lock('2026-11-10')).body.locked_until).toBe('2026-11-19')
    expect((await as.admin.post('/hours/unlock', { date_from: '2026-11-01' })).statusCode).toBe(403)
    expect((await unlock('2026-11-20')).body.locked_until).toBe('2026-11-19')
    expect((await unlock('2026-11-15')).body.locked_until).toBe('2026-11-14')
    const log = await as.owner.post('/listing/audit', { action: ['lock', 'unlock'] })
    expect(log.body.audit).toMatchObject([
      { before: { hours_locked_until: '2026-11-19' }, after: { hours_locked_until: '2026-11-14' } },
      { after: { hours_locked_until: '2026-11-19' } },
    ])
  })

  test('is removed when all days from the first of the calendar are unlocked', async () => {
    await lock('2026-11-19')
    expect((await unlock('1900-01-01')).body).toMatchObject({ locked_until: null })
    expect((await list(as.admin)).locked_until).toBeNull()
    const stored = db.updateCompany({ hours_locked_until: '1899-12-31' })
    await expect(stored).rejects.toMatchObject({ constraint: 'companies_hours_locked_until' })
  })

  test('cannot include future days', async () => {
    const { statusCode, body } = await lock('2026-11-22')
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, ['date_to']])
  })

  test('lets an open shift end', async () => {
    await goTo('2026-11-20T06:00:00.000Z')
    await as.staff.post('/hours/start')
    await goTo('2026-11-21T06:00:00.000Z')
    await lock('2026-11-20')
    expect((await as.staff.post('/hours/stop')).statusCode).toBe(200)
  })

  test('that is set while shifts are entered lets each in before it, or rejects it', async () => {
    const hour = (index: number) => `2026-11-19T${String(index).padStart(2, '0')}:`
    const [locked, ...entered] = await Promise.all([
      lock('2026-11-19'),
      ...Array.from({ length: 12 }, (_, index) =>
        enter(`${hour(index)}00:00.000Z`, `${hour(index)}30:00.000Z`),
      ),
    ])
    expect(locked.statusCode).toBe(200)
    const allowed = entered.filter(({ statusCode }) => statusCode === 201)
    expect(entered.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
    expect((await list(as.admin, {}, '?limit=50')).pagination.total).toBe(allowed.length)
  })
})

describe('an admin’s own hours', () => {
  const span = { started_at: '2026-11-19T06:00:00.000Z', ended_at: '2026-11-19T14:00:00.000Z' }
  beforeEach(() => goTo('2026-11-21T06:00:00.000Z'))

  test('are entered, changed, deleted, given away and taken only by another person', async () => {
    const own = await buildShift(db, people.admin)
    const staffs = await buildShift(db, people.staff)
    const before = await fingerprint(test_.root, [db.companyId])
    const refused = [
      await enter(span.started_at, span.ended_at, { user_id: people.admin.id }),
      await as.admin.send('PUT', `/hours/${own}`, { ended_at: '2026-11-19T15:00:00.000Z' }),
      await as.admin.send('PUT', `/hours/${own}`, { user_id: people.staff.id }),
      await as.admin.send('PUT', `/hours/${staffs}`, { user_id: people.admin.id }),
      await as.admin.send('DELETE', `/hours/${own}`, {}),
    ]
    expect(refused.map(({ statusCode, body }) => [statusCode, body.code])).toEqual(
      refused.map(() => [403, 'forbidden']),
    )
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    const { hours } = await list(as.admin, { user_id: people.admin.id })
    expect(hours).toMatchObject([{ can: { edit: false, delete: false, confirm: false } }])
    const other = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    const ended_at = '2026-11-19T15:00:00.000Z'
    expect((await other.send('PUT', `/hours/${own}`, { ended_at })).statusCode).toBe(200)
    expect((await as.owner.send('DELETE', `/hours/${own}`, {})).statusCode).toBe(200)
  })

  test('an owner enters, changes and deletes their own hours', async () => {
    const answer = await as.owner.post('/hours/create', { user_id: people.owner.id, ...span, note: 'Забыл' })
    expect(answer.statusCode).toBe(201)
    const path = `/hours/${shiftOf(answer).id}`
    expect(shiftOf(answer)).toMatchObject({ can: { edit: true, delete: true } })
    expect((await as.owner.send('PUT', path, { ended_at: '2026-11-19T15:00:00.000Z' })).statusCode).toBe(200)
    expect((await as.owner.send('DELETE', path, {})).statusCode).toBe(200)
  })

  test('keep the automatic end if self-confirmed; another end needs another person', async () => {
    const punched = { source: 'auto', confirmed: false, punched_started_at: span.started_at } as const
    const first = await buildShift(db, people.admin, punched)
    const later = '2026-11-19T18:00:00.000Z'
    const confirm = (client: TestClient, id: number, body = {}) => client.post(`/hours/${id}/confirm`, body)
    const proposed = await confirm(as.admin, first, { ended_at: later })
    expect(shiftOf(proposed)).toMatchObject({
      confirmed: false,
      ended_at: span.ended_at,
      proposed_ended_at: later,
      can: { edit: false, confirm: true },
    })
    // Admins do not approve their own proposals, so the end that the product has set stays.
    expect(shiftOf(await confirm(as.admin, first))).toMatchObject({
      confirmed: true,
      ended_at: span.ended_at,
      proposed_ended_at: null,
    })
    const [started_at, ended_at] = ['2026-11-18T06:00:00.000Z', '2026-11-18T14:00:00.000Z']
    const second = await buildShift(db, people.admin, { ...punched, day: '2026-11-18', started_at, ended_at })
    await confirm(as.admin, second, { ended_at: '2026-11-18T18:00:00.000Z' })
    expect(shiftOf(await confirm(as.owner, second))).toMatchObject({
      confirmed: true,
      ended_at: '2026-11-18T18:00:00.000Z',
      edited_by: people.owner.id,
    })
  })
})
