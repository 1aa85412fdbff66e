import type { Shift } from '@artel/contract/hours/hours'
import type { WorkSchedule } from '@artel/contract/hours/work-time'
import { expect, test } from 'vitest'
import type { Answer } from '../../../api/send/calls.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'
import {
  afterConfirmation,
  confirmationSubject,
  type EndConfirmation,
  foreseeConfirmations,
} from './waiting-confirmations.ts'

// A Friday in a company three hours ahead.
const schedule: WorkSchedule = {
  timezone: 3,
  working_hours_from: '09:00',
  working_hours_to: '18:00',
  first_break_from: null,
  first_break_to: null,
  second_break_from: null,
  second_break_to: null,
  lunch_from: '13:00',
  lunch_to: '14:00',
  working_days: {
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    sunday: false,
  },
}
const on = (time: string) => `2026-11-20T${time}:00.000Z`
const can = { edit: false, delete: false, confirm: true }
/** Only the fields that are read. */
const forgotten = (fields: Partial<Shift> = {}) =>
  ({
    id: 1,
    started_at: on('06:00'),
    ended_at: on('15:00'),
    worked_seconds: 8 * 3600,
    confirmed: false,
    proposed_ended_at: null,
    note: null,
    version: 2,
    can,
    ...fields,
  }) as Shift
const confirmation = (body: EndConfirmation, fields: Partial<WaitingStep> = {}) =>
  ({
    id: 'a',
    call: 'hours.confirm',
    subject: confirmationSubject({ id: 1 }),
    params: { id: 1 },
    body: { ...body, version: 2 },
    title: '',
    seen: null,
    made_at: 0,
    held_until: 0,
    ...fields,
  }) as WaitingStep
const listOf = (...hours: Shift[]) =>
  ({
    hours,
    pagination: { total: hours.length },
    totals: { worked_seconds: 0, unconfirmed_seconds: 8 * 3600, overtime_seconds: 0, late_seconds: 0 },
  }) as Answer<'hours.list'>
const foresee = (list: Answer<'hours.list'>, steps: WaitingStep[], body = {}) =>
  foreseeConfirmations(list, { body }, steps, { schedule })

test('a confirmed end is final, and the question leaves the list of the unconfirmed', () => {
  const list = listOf(forgotten())
  expect(foresee(list, [confirmation({})])).toMatchObject({
    hours: [{ confirmed: true, ended_at: on('15:00'), can: { confirm: false } }],
    totals: { worked_seconds: 8 * 3600, unconfirmed_seconds: 0 },
  })
  expect(foresee(list, [confirmation({})], { confirmed: false })).toMatchObject({
    hours: [],
    pagination: { total: 0 },
  })
  expect(foresee(list, [confirmation({}, { params: { id: 2 } })])).toBe(list)
})

test('another end is a proposal, which can be changed once more', () => {
  const list = listOf(forgotten())
  const first = confirmation({ ended_at: on('15:30'), note: 'Грузили' })
  const proposed = { confirmed: false, proposed_ended_at: on('15:30'), note: 'Грузили', version: 3, can }
  expect(foresee(list, [first], { confirmed: false }).hours).toMatchObject([proposed])
  const second = confirmation({ ended_at: on('15:40') })
  expect(foresee(list, [first, second]).hours).toMatchObject([
    { proposed_ended_at: on('15:40'), note: 'Грузили', version: 4 },
  ])
})

test('an owner decides on their own end, which counts without the pauses', () => {
  const own = forgotten({ can: { edit: true, delete: true, confirm: true } })
  expect(afterConfirmation(own, { ended_at: on('16:00') }, schedule)).toMatchObject({
    confirmed: true,
    ended_at: on('16:00'),
    break_seconds: 3600,
    worked_seconds: 9 * 3600,
  })
})

test('an answered confirmation is not shown again on a row that holds it', () => {
  const list = listOf(forgotten({ version: 3, proposed_ended_at: null }))
  expect(foresee(list, [confirmation({ ended_at: on('15:30') }, { answered_version: 3 })])).toBe(list)
})
