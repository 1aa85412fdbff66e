import type { Instruction } from '@artel/contract/instructions/instructions'
import { expect, test } from 'vitest'
import type { Answer } from '../../../api/send/calls.ts'
import type { WaitingStep } from '../../../api/steps/waiting-step.ts'
import { foreseeBriefs, foreseeInstruction, foreseeInstructions, readingSubject } from './waiting-readings.ts'

const user = { id: 7, full_name: 'Вера', avatar: null }
// The clock of the device is two minutes slow.
const maker = { user, offsetMs: 120_000 }

const unread = (id: number, revision = 1) => ({
  id,
  revision,
  is_read: false,
  can: { edit: false, delete: false, read: true },
})
const reading = (id: number, revision = 1) =>
  ({
    id: 'a',
    call: 'instructions.read',
    subject: readingSubject({ id, revision }),
    params: { id },
    body: { revision },
    title: '',
    seen: null,
    made_at: Date.parse('2026-11-20T10:00:00.000Z'),
    held_until: 0,
  }) as WaitingStep

test('a confirmed instruction is read by its person since the press, by the clock of the server', () => {
  const seen = { ...unread(1), read_by: [] } as unknown as Instruction
  expect(foreseeInstruction(seen, [reading(1)], maker)).toMatchObject({
    is_read: true,
    can: { read: false },
    read_by: [{ user, read_at: '2026-11-20T10:02:00.000Z' }],
  })
  const known = { ...seen, is_read: true }
  expect(foreseeInstruction(known, [reading(1)], maker)).toBe(known)
})

test('another instruction and a later revision are still to be read', () => {
  const seen = { ...unread(1, 2), read_by: [] } as unknown as Instruction
  expect(foreseeInstruction(seen, [reading(1, 1), reading(2, 2)], maker)).toBe(seen)
})

test('beside a task or a product it is read, too', () => {
  const task = { title: 'Свечи', instructions: [unread(1), unread(2)] }
  expect(foreseeBriefs(task, [reading(2)]).instructions.map(({ is_read }) => is_read)).toEqual([false, true])
  expect(foreseeBriefs(task, [reading(3)])).toBe(task)
})

test('a list of the unread ones loses it, and other lists show it as read', () => {
  const list = {
    instructions: [unread(1), unread(2)],
    pagination: { total: 5 },
  } as unknown as Answer<'instructions.list'>
  const left = foreseeInstructions(list, { body: { unread: true } }, [reading(1)])
  expect([left.instructions.map(({ id }) => id), left.pagination.total]).toEqual([[2], 4])
  const all = foreseeInstructions(list, {}, [reading(1)])
  expect(all.instructions.map(({ is_read, can }) => [is_read, can.read])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(foreseeInstructions(list, {}, [])).toBe(list)
})
