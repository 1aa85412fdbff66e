import type { ListedTask } from '@artel/contract/tasks/tasks'
import { expect, test } from 'vitest'
import type { Answer } from '../../api/send/calls.ts'
import type { WaitingStep } from '../../api/steps/waiting-step.ts'
import { photoOf, seenTask, subjectOf, talkOf } from './step-facts.ts'
import { foreseeTask, foreseeTasks, waitingComments, waitingPhotos } from './waiting-tasks.ts'

const at = Date.parse('2026-11-20T10:00:00.000Z')
const me = 7
const maker = {
  user: { id: me, full_name: 'Вера', avatar: null },
  // The clock of the device is two minutes slow.
  offsetMs: 120_000,
  schedule: {
    timezone: 3,
    working_hours_from: null,
    working_hours_to: null,
    first_break_from: null,
    first_break_to: null,
    second_break_from: null,
    second_break_to: null,
    lunch_from: null,
    lunch_to: null,
    working_days: {
      monday: true,
      tuesday: true,
      wednesday: true,
      thursday: true,
      friday: true,
      saturday: false,
      sunday: false,
    },
  },
}

const can = { start: true, pause: false, finish: false, progress: false } as ListedTask['can']
/** Only the fields that steps read. */
const task = (fields: Partial<ListedTask> = {}) =>
  ({
    id: 1,
    status: 'open',
    user_id: me,
    quantity: 10,
    quantity_done: 0,
    needs_review: false,
    started_at: null,
    running_since: null,
    spent_seconds: 0,
    version: 1,
    can,
    ...fields,
  }) as ListedTask
const running = (fields: Partial<ListedTask> = {}) =>
  task({ status: 'in_progress', running_since: '2026-11-20T09:52:00.000Z', ...fields })

const step = (call: WaitingStep['call'], of: ListedTask, fields: Partial<WaitingStep> = {}) =>
  ({
    id: 'a',
    call,
    subject: call.startsWith('hours') ? 'shift' : subjectOf(of),
    body: {},
    params: {},
    title: '',
    seen: of,
    made_at: at,
    held_until: 0,
    ...fields,
  }) as WaitingStep

test('a start runs the task from the press on, by the clock of the server', () => {
  const seen = task({ user_id: null })
  expect(foreseeTask(seen, [step('tasks.start', seen)], maker)).toMatchObject({
    status: 'in_progress',
    user_id: me,
    running_since: '2026-11-20T10:02:00.000Z',
    can: { start: false, pause: true, finish: true, progress: true },
  })
})

test('waiting scans of the running task’s product count, up to its quantity, and a finish beyond them is reviewed', () => {
  const product = { id: 3, name: 'Плед', article: 'P-3', barcodes: ['00012'], photo: null }
  const seen = running({ supply_id: 5, product, scanned: 1, quantity_done: 1, unscanned_reason: null })
  const scan = (fields: object, supply_id = 5) =>
    step('supplies.scan', seen, { subject: `scans:${supply_id}`, params: { supply_id, id: 9 }, body: fields })
  const counted = (...steps: WaitingStep[]) => {
    const { quantity_done, scanned, status } = foreseeTask(seen, steps, maker)
    return [quantity_done, scanned, status]
  }
  const [piece, many] = [scan({ barcode: '00012' }), scan({ barcode: '00012', quantity: 20 })]
  expect(counted(piece, piece)).toEqual([3, 3, 'in_progress'])
  expect(counted(many)).toEqual([10, 10, 'in_progress'])
  expect(counted(scan({ barcode: '00029' }), scan({ barcode: '00012' }, 6))).toEqual([1, 1, 'in_progress'])
  const finish = (quantity_done: number) =>
    step('tasks.finish', seen, { body: { quantity_done, reason: 'Сканер сел' } })
  expect(counted(piece, finish(2))).toEqual([2, 2, 'done'])
  expect(counted(piece, finish(3), piece)).toEqual([3, 2, 'review'])
  expect(foreseeTask(seen, [finish(3)], maker)).toMatchObject({ unscanned_reason: 'Сканер сел' })
})

test('a pause, the start of another task and the end of the shift stop it with its time', () => {
  const seen = running()
  const stops = [
    step('tasks.pause', seen),
    step('tasks.start', task({ id: 2 })),
    step('hours.stop', seen, { seen: null }),
  ]
  for (const stop of stops) {
    expect(foreseeTask(seen, [stop], maker)).toMatchObject({
      status: 'paused',
      running_since: null,
      spent_seconds: 600,
    })
  }
})

test('what began later is not stopped by a step from before', () => {
  const seen = running({ running_since: '2026-11-20T11:00:00.000Z' })
  expect(foreseeTask(seen, [step('tasks.start', task({ id: 2 }))], maker)).toBe(seen)
})

test('the start of a colleague’s task leaves one’s own running', () => {
  const seen = running()
  expect(foreseeTask(seen, [step('tasks.start', task({ id: 2, user_id: 8 }))], maker)).toBe(seen)
})

test('counts add up, within the quantity', () => {
  const seen = running({ quantity_done: 4 })
  const counts = [3, 2, 5].map((added) => step('tasks.progress', seen, { body: { added } }))
  expect(foreseeTask(seen, counts, maker).quantity_done).toBe(10)
})

test('a step that the row holds already is not shown twice', () => {
  const seen = running({ quantity_done: 5, version: 6 })
  const answered = step('tasks.progress', seen, { body: { added: 1 }, answered_version: 6 })
  expect(foreseeTask(seen, [answered], maker)).toBe(seen)
  expect(foreseeTask({ ...seen, version: 5 }, [answered], maker).quantity_done).toBe(6)
})

test('a finished task is done or in review, and can go on to nothing', () => {
  const seen = running({ needs_review: true })
  const finished = foreseeTask(seen, [step('tasks.finish', seen, { body: { quantity_done: 8 } })], maker)
  expect(finished).toMatchObject({
    status: 'review',
    quantity_done: 8,
    can: { start: false, pause: false, finish: false },
  })
})

const listOf = (...tasks: ListedTask[]) =>
  ({ tasks, pagination: { total: tasks.length } }) as Answer<'tasks.list'>

test('a list loses what no longer fits its filter, and gains what a step brings into it', () => {
  const [open, other] = [task({ user_id: null }), task({ id: 2, user_id: null })]
  const take = step('tasks.start', open)
  const pool = foreseeTasks(listOf(open, other), { body: { user_id: null, status: 'open' } }, [take], maker)
  expect([pool.tasks.map(({ id }) => id), pool.pagination.total]).toEqual([[2], 1])
  const mine = foreseeTasks(
    listOf(),
    { body: { user_id: me, status: ['open', 'in_progress'] } },
    [take],
    maker,
  )
  expect(mine.tasks).toMatchObject([{ id: 1, status: 'in_progress', user_id: me }])
  // A list with other filters may not be for this task.
  const found = foreseeTasks(listOf(), { body: { search: 'Свечи' } }, [take], maker)
  expect(found.tasks).toEqual([])
})

test('a list that no step concerns is the same object', () => {
  const list = listOf(task())
  expect(foreseeTasks(list, {}, [step('hours.start', task(), { seen: null })], maker)).toBe(list)
})

test('a task is kept with a step without its history', () => {
  const detail = { ...task(), history: [{}], times: [], comments: [{}], multimedia: [], instructions: [] }
  expect(Object.keys(seenTask(detail as never))).toEqual([...Object.keys(task()), 'photo'])
})

test('a comment waits until the page has read the one that the server has made of it', () => {
  const detail = { id: 1, comments: [{ id: 5 }] } as never
  const made = step('tasks.comment', task(), { subject: talkOf(1), body: { text: 'два' } })
  const refused = { ...made, id: 'refused', refusal: { code: 'too_large', message: '' } }
  const elsewhere = { ...made, subject: talkOf(2) }
  const settling = (answered_version: number) => ({
    waiting: [],
    settling: [{ ...made, answered_version }],
  })
  expect(waitingComments(detail, { waiting: [made, refused, elsewhere], settling: [] })).toEqual([
    made,
    refused,
  ])
  expect(waitingComments(detail, settling(6))).toHaveLength(1)
  expect(waitingComments(detail, settling(5))).toEqual([])
})

test('a photo of the task waits until the page has read the version that has it', () => {
  const made = step('tasks.attach', task(), { params: { id: 1 }, subject: photoOf(1) })
  const elsewhere = { ...made, params: { id: 2 } }
  const answered = { ...made, answered_version: 6 }
  const waiting = { waiting: [made, elsewhere], settling: [] }
  expect(waitingPhotos({ id: 1, version: 5 }, waiting)).toEqual([made])
  expect(waitingPhotos({ id: 1, version: 5 }, { waiting: [], settling: [answered] })).toEqual([answered])
  expect(waitingPhotos({ id: 1, version: 6 }, { waiting: [], settling: [answered] })).toEqual([])
})
