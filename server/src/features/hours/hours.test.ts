import { beforeEach, describe, expect, test } from 'vitest'
import { moveClock, stopClockAt } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import type { Answer, TestClient } from '../../testing/client.ts'
import { fingerprint } from '../../testing/fingerprint.ts'
import { buildShift, buildTask, buildUser, buildWarehouse } from '../../testing/rows/build.ts'
import { signInTeam, type Team } from '../../testing/rows/team.ts'
import { buildWorkday } from '../../testing/rows/workday.ts'
import { somebodyWaits } from '../../testing/waits.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']
let as: Team['as']

beforeEach(async () => {
  ;({ db, people, as } = await buildWorkday(test_))
  return () => {
    stopClockAt(null)
    moveClock(0)
  }
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

describe('clocking in and out', () => {
  test('counts all figures of the shift in the time zone of the company', async () => {
    // 09:10 in the company, a Friday.
    await goTo('2026-11-20T06:10:00.000Z')
    const started = await as.staff.post('/hours/start')
    expect([started.statusCode, shiftOf(started)]).toMatchObject([
      201,
      {
        user_id: people.staff.id,
        day: '2026-11-20',
        ended_at: null,
        source: 'clock',
        confirmed: true,
        worked_seconds: 0,
        break_seconds: 0,
        late_seconds: 600,
        overtime_seconds: 0,
        planned_ended_at: '2026-11-20T15:00:00.000Z',
        is_locked: false,
        note: null,
        edited_by: null,
      },
    ])
    await goTo('2026-11-20T15:40:30.000Z')
    const stopped = await as.staff.post('/hours/stop')
    const { started_at, ended_at, punched_started_at, punched_ended_at, ...shift } = shiftOf(stopped)
    expect(stopped.statusCode).toBe(200)
    expect([punched_started_at, punched_ended_at]).toEqual([started_at, ended_at])
    // 9:30:30 without an hour of lunch. The schedule requires 8:00.
    expect(shift).toMatchObject({
      breaks: { lunch: 3600 },
      break_seconds: 3600,
      late_seconds: 600,
      worked_seconds: 30_630,
      overtime_seconds: 1830,
    })
  })

  test('rejects a repeated clock-in or clock-out and changes nothing', async () => {
    await as.staff.post('/hours/start')
    const before = await fingerprint(test_.root, [db.companyId])
    expect((await as.staff.post('/hours/start')).body.code).toBe('wrong_state')
    expect(await fingerprint(test_.root, [db.companyId])).toBe(before)
    expect((await as.staff.post('/hours/stop')).statusCode).toBe(200)
    const after = await fingerprint(test_.root, [db.companyId])
    expect((await as.staff.post('/hours/stop')).body.code).toBe('wrong_state')
    expect(await fingerprint(test_.root, [db.companyId])).toBe(after)
  })

  test('ends the open shift, whatever day it is', async () => {
    await goTo('2026-11-20T06:00:00.000Z')
    const { id } = shiftOf(await as.staff.post('/hours/start'))
    await goTo('2026-11-22T06:00:00.000Z')
    expect(shiftOf(await as.staff.post('/hours/stop'))).toMatchObject({ id, day: '2026-11-20' })
  })

  test('pauses the running task on clock-out, with the reason in its history', async () => {
    await as.staff.post('/hours/start')
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    await as.staff.post(`/tasks/${id}/start`)
    await as.staff.post('/hours/stop')
    const { task } = (await as.staff.get(`/tasks/${id}`)).body as {
      task: { status: string; history: object[] }
    }
    expect(task).toMatchObject({ status: 'paused', running_since: null })
    expect(task.history[0]).toMatchObject({ kind: 'shift_end', user: { id: people.staff.id } })
  })

  test('does not pause a task that was given to another person meanwhile', async () => {
    await as.staff.post('/hours/start')
    const id = await buildTask(db, people.admin, { user_id: people.staff.id })
    await as.staff.post(`/tasks/${id}/start`)
    const stopped = await test_.root.transaction().execute(async (holder) => {
      const other = { user_id: people.admin.id }
      await holder.updateTable('tasks').set(other).where('id', '=', id).execute()
      await holder.updateTable('task_times').set(other).where('task_id', '=', id).execute()
      const stopping = as.staff.post('/hours/stop')
      await somebodyWaits(holder)
      return [stopping]
    })
    expect((await Promise.all(stopped)).map(({ statusCode }) => statusCode)).toEqual([200])
    const task = db.from('tasks').select(['status', 'user_id']).where('id', '=', id)
    expect(await task.executeTakeFirst()).toEqual({ status: 'in_progress', user_id: people.admin.id })
  })

  test('ends at the planned end, unconfirmed, for a person who is archived after the grace', async () => {
    await goTo('2026-11-20T06:00:00.000Z')
    await as.staff.post('/hours/start')
    await goTo('2026-11-23T06:00:00.000Z')
    await as.admin.send('PUT', `/users/${people.staff.id}/status`, { status: 'archived' })
    expect((await list(as.admin)).hours).toMatchObject([
      { ended_at: '2026-11-20T15:00:00.000Z', source: 'auto', confirmed: false, proposed_ended_at: null },
    ])
  })

  test('creates no overlap after the system clock was set back', async () => {
    await as.staff.post('/hours/start')
    const first = shiftOf(await as.staff.post('/hours/stop'))
    moveClock(-3_600_000)
    const again = await as.staff.post('/hours/start')
    expect([again.statusCode, shiftOf(again).started_at]).toEqual([201, first.ended_at])
    const { statusCode, body } = await as.staff.post('/hours/stop')
    expect([statusCode, body.shift]).toMatchObject([200, { ended_at: first.ended_at, worked_seconds: 0 }])
  })

  test.each([1, 2, 3])(
    'makes one shift for twenty concurrent presses, and ends it once (round %i)',
    async () => {
      const presses = (path: string) => Promise.all(Array.from({ length: 20 }, () => as.staff.post(path)))
      const codes = (answers: Answer[]) => answers.map(({ statusCode }) => statusCode).toSorted()
      expect(codes(await presses('/hours/start'))).toEqual([201, ...Array(19).fill(409)])
      expect(codes(await presses('/hours/stop'))).toEqual([200, ...Array(19).fill(409)])
      expect((await list(as.staff)).pagination.total).toBe(1)
    },
  )
})

describe('hours.list', () => {
  test('shows staff only their own shifts, whatever their filter, and admins all', async () => {
    await buildShift(db, people.staff)
    await buildShift(db, people.admin)
    expect((await list(as.staff)).hours).toMatchObject([{ user_id: people.staff.id, can: { edit: false } }])
    expect((await list(as.staff, { user_id: people.admin.id })).hours).toEqual([])
    expect((await list(as.admin)).hours).toHaveLength(2)
    expect((await list(as.admin, { user_id: people.staff.id })).hours).toMatchObject([
      { user: { id: people.staff.id, full_name: 'Дарья Климова' }, can: { edit: true, delete: true } },
    ])
  })

  test('has totals that equal the sums of its rows for each filter, unconfirmed time apart', async () => {
    await goTo('2026-11-21T06:00:00.000Z')
    await enter('2026-11-18T06:20:00.000Z', '2026-11-18T15:00:00.000Z')
    await enter('2026-11-19T06:00:00.000Z', '2026-11-19T17:00:00.000Z')
    await enter('2026-11-20T05:00:00.000Z', '2026-11-20T16:00:00.000Z', { user_id: people.owner.id })
    const punched = {
      source: 'auto',
      confirmed: false,
      punched_started_at: '2026-11-17T06:00:00.000Z',
    } as const
    await buildShift(db, people.staff, {
      day: '2026-11-17',
      started_at: '2026-11-17T06:00:00.000Z',
      ended_at: '2026-11-17T15:00:00.000Z',
      ...punched,
    })
    const filters = [
      {},
      { user_id: people.staff.id },
      { source: 'manual' },
      { source: ['auto', 'clock'] },
      { confirmed: false },
      { confirmed: true },
      { is_open: true },
      { date_from: '2026-11-18', date_to: '2026-11-19' },
      { user_id: [people.staff.id, people.owner.id], date_from: '2026-11-19' },
      { date_from: 'this_week' },
    ]
    for (const filter of filters) {
      const { hours, totals, pagination } = await list(as.admin, filter, '?limit=200')
      const sum = (name: string, confirmed?: boolean) =>
        hours
          .filter((row) => confirmed === undefined || row.confirmed === confirmed)
          .reduce((total, row) => total + Number(row[name]), 0)
      expect(totals, JSON.stringify(filter)).toEqual({
        worked_seconds: sum('worked_seconds', true),
        unconfirmed_seconds: sum('worked_seconds', false),
        overtime_seconds: sum('overtime_seconds'),
        late_seconds: sum('late_seconds'),
      })
      expect(pagination).toMatchObject({ total: hours.length, exact: true })
    }
    expect((await list(as.admin)).totals).toEqual({
      // Worked 7:40, 10:00 and 10:00; unconfirmed 9:00; overtime 2:00 and 2:00; late 0:20.
      worked_seconds: 27_600 + 36_000 + 36_000,
      unconfirmed_seconds: 32_400,
      overtime_seconds: 14_400,
      late_seconds: 1200,
    })
  })

  test('is filtered by the day of the shift, and searched by the name of the person', async () => {
    await buildShift(db, people.staff, { day: '2026-11-19' })
    const found = async (filters: object) => (await list(as.admin, filters)).pagination.total
    expect(await found({ date_from: '2026-11-19', date_to: '2026-11-19' })).toBe(1)
    expect(await found({ date_from: '2026-11-20' })).toBe(0)
    expect(await found({ search: 'клим' })).toBe(1)
    expect(await found({ search: 'Никто' })).toBe(0)
    expect(await found({ is_open: false })).toBe(1)
    expect(await found({ ids: [1] })).toBe(0)
  })

  test('is filtered by the current type, status and warehouse of the people', async () => {
    const warehouse_id = await buildWarehouse(db)
    const gone = await buildUser(test_.root, db, 'staff', { warehouse_id, status: 'archived' })
    for (const person of [people.admin, people.staff, gone]) await buildShift(db, person)
    const found = async (filters: object) => (await list(as.admin, filters)).pagination.total
    expect(await found({ warehouse_id })).toBe(1)
    expect(await found({ warehouse_id: [null, warehouse_id] })).toBe(3)
    expect(await found({ user_status: 'active' })).toBe(2)
    expect(await found({ user_type: ['staff', 'owner'], user_status: 'active' })).toBe(1)
    expect(await found({ user_type: 'admin', warehouse_id })).toBe(0)
  })

  test.each([
    [{ user_id: 'x' }, 'user_id'],
    [{ source: 'guess' }, 'source'],
    [{ confirmed: 'maybe' }, 'confirmed'],
    [{ date_from: '2026-02-30' }, 'date_from'],
    [{ company_id: 1 }, 'company_id'],
    [{ user_type: 'boss' }, 'user_type'],
    [{ user_status: 'ill' }, 'user_status'],
    [{ warehouse_id: 'x' }, 'warehouse_id'],
  ])('rejects %j at %s', async (filters, path) => {
    const { statusCode, body } = await as.admin.post('/listing/hours', filters)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [path]])
  })

  test('is exported to a file, with formulas escaped', async () => {
    await buildShift(db, people.staff, { note: '=1+1' })
    const { statusCode, raw } = await as.admin.post('/listing/hours?format=csv')
    expect(statusCode).toBe(200)
    expect(raw.body).toContain('Дарья Климова')
    expect(raw.body).toContain('8:00:00')
    expect(raw.body).not.toContain(';=1+1')
  })
})
