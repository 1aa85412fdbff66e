import { beforeEach, describe, expect, test } from 'vitest'
import type { Db, Draft } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { buildShift } from '../../testing/rows/build.ts'
import { buildTeam, type Team } from '../../testing/rows/team.ts'

const test_ = useTestApp()

let db: Db
let people: Team['people']

beforeEach(async () => {
  ;({ db, people } = await buildTeam(test_))
})

const pressed = { punched_started_at: '2026-11-19T06:00:00.000Z' }
const running = { ended_at: null, source: 'clock', ...pressed } as const
const guessed = { source: 'auto', confirmed: false, ...pressed } as const

// A shift is from 06:00 to 14:00 of one day, eight hours without a pause, unless the case says otherwise.
describe('the database', () => {
  test.each<[string, Partial<Draft<'shifts'>>, string]>([
    ['ends before it begins', { ended_at: '2026-11-19T05:00:00.000Z', worked_seconds: 0 }, 'shifts_check3'],
    ['has worked more than was there', { worked_seconds: 28_801 }, 'shifts_check5'],
    ['has worked less than was there', { worked_seconds: 28_799 }, 'shifts_check5'],
    ['has pauses that are not its own', { break_seconds: 60, worked_seconds: 28_740 }, 'shifts_check4'],
    [
      'has pauses below nothing',
      { break_seconds: -60, worked_seconds: 28_860 },
      'shifts_break_seconds_check',
    ],
    ['runs and has worked', { ...running, worked_seconds: 1 }, 'shifts_check6'],
    ['runs and was entered by hand', { ...running, source: 'manual' }, 'shifts_check6'],
    ['runs and is in doubt', { ...running, ...guessed }, 'shifts_check6'],
    ['is in doubt though somebody entered it', { confirmed: false }, 'shifts_check7'],
    [
      'is confirmed and has another end proposed',
      { ...guessed, confirmed: true, proposed_ended_at: '2026-11-19T15:00:00.000Z' },
      'shifts_check8',
    ],
    [
      'has an end proposed before it begins',
      { ...guessed, proposed_ended_at: '2026-11-19T05:59:59.999Z' },
      'shifts_check1',
    ],
    ['is planned to end before it begins', { planned_ended_at: '2026-11-19T05:59:59.999Z' }, 'shifts_check2'],
    ['began by the clock without a press', { source: 'clock' }, 'shifts_check9'],
    ['was ended by the product without a press', { source: 'auto' }, 'shifts_check9'],
    ['came about in no known way', { source: 'guess' as 'auto' }, 'shifts_check9'],
    [
      'came about in no known way, with a press',
      { source: 'guess' as 'auto', ...pressed },
      'shifts_source_check',
    ],
    ['has more overtime than work', { overtime_seconds: 28_801 }, 'shifts_check'],
    ['has overtime below nothing', { overtime_seconds: -1 }, 'shifts_check'],
    ['is late by less than nothing', { late_seconds: -1 }, 'shifts_late_seconds_check'],
    ['has an empty note', { note: '' }, 'shifts_note_check'],
    ['has a note of 501 characters', { note: 'x'.repeat(501) }, 'shifts_note_check'],
    ['is of nobody', { user_id: 999_999_999 }, 'shifts_company_id_user_id_fkey'],
    ['was changed by nobody', { edited_by: 999_999_999 }, 'shifts_company_id_edited_by_fkey'],
  ])('rejects a shift that %s', async (_, fields, constraint) => {
    const { user_id = people.staff.id, ...others } = fields
    const built = buildShift(db, { ...people.staff, id: user_id }, others)
    await expect(built).rejects.toMatchObject({ constraint })
  })

  test('rejects two open shifts of a person, and overlapping shifts', async () => {
    await buildShift(db, people.staff, { started_at: '2026-11-20T00:00:00.000Z', ended_at: null })
    const open = buildShift(db, people.staff, { started_at: '2026-11-20T09:00:00.000Z', ended_at: null })
    // Either constraint may refuse: an open shift has no end, so it overlaps all shifts after its start.
    const either = expect.stringMatching(/^shifts_(one_open|no_overlap)$/)
    await expect(open).rejects.toMatchObject({ constraint: either })
    const over = buildShift(db, people.staff, {
      started_at: '2026-11-19T20:00:00.000Z',
      ended_at: '2026-11-20T00:00:00.001Z',
    })
    await expect(over).rejects.toMatchObject({ constraint: 'shifts_no_overlap' })
    await buildShift(db, people.staff, {
      started_at: '2026-11-19T20:00:00.000Z',
      ended_at: '2026-11-20T00:00:00.000Z',
    })
  })

  test('rejects changes of a punch', async () => {
    const id = await buildShift(db, people.staff, {
      source: 'clock',
      punched_started_at: '2026-11-19T06:00:00.000Z',
      punched_ended_at: '2026-11-19T14:00:00.000Z',
    })
    for (const column of ['punched_started_at', 'punched_ended_at'] as const) {
      const change = db
        .update('shifts', { [column]: '2026-11-19T07:00:00.000Z' })
        .where('id', '=', id)
        .execute()
      await expect(change).rejects.toThrow('A punch is not changed')
    }
  })

  test('rejects inserts, updates and deletes in a locked day', async () => {
    const id = await buildShift(db, people.staff)
    await db.updateCompany({ hours_locked_until: '2026-11-19' })
    await expect(db.update('shifts', { note: 'x' }).where('id', '=', id).execute()).rejects.toThrow('locked')
    await expect(db.remove('shifts').where('id', '=', id).execute()).rejects.toThrow('locked')
    await expect(buildShift(db, people.admin)).rejects.toThrow('locked')
  })
})
