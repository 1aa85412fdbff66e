import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Lost, nameOf, Refused, refusalOf, wrongState } from './step-failures.testing.ts'
import { createStepQueue, type StepQueue } from './step-queue.ts'
import { openPageStore, type StepStore } from './step-store.ts'
import { type Step, unblocked, type WaitingStep } from './waiting-step.ts'

let store: StepStore
let sent: string[]
/** What the server does with a step; by default it takes it. */
let serve: (step: WaitingStep) => Promise<number | null>
let refused: WaitingStep[]

const openWindow = () =>
  createStepQueue({
    store,
    send: async (step) => {
      const version = await serve(step)
      sent.push(nameOf(step))
      return version
    },
    refusalOf,
    versionIn: (version) => version,
    settle: async () => undefined,
    onAnswered: () => undefined,
    onRefused: (step) => refused.push(step),
    alone: (work) => work(),
    announce: () => undefined,
  })

const step = (call: 'tasks.start' | 'tasks.pause', id: number): Step => ({
  call,
  params: { id },
  body: {},
  subject: `task:${id}`,
  title: '',
  seen: null,
})
const reading = (id: number, revision = 1): Step => ({
  call: 'instructions.read',
  params: { id },
  body: { revision },
  subject: `instruction:${id}:${revision}`,
  title: '',
  seen: null,
})
const ending = (id: number, body: object): Step => ({
  call: 'hours.confirm',
  params: { id },
  body,
  subject: `shift:${id}`,
  title: '',
  seen: null,
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const waitingIn = (queue: StepQueue) => queue.state().waiting.map(nameOf)

beforeEach(() => {
  vi.useFakeTimers()
  store = openPageStore()
  sent = []
  refused = []
  serve = async () => 2
})
afterEach(() => vi.useRealTimers())

describe('a start that needs a confirmation', () => {
  const start = 'tasks.start task:1 {}'
  const pause = 'tasks.pause task:1 {}'
  const readingOf = (id: number, revision = 1) =>
    `instructions.read instruction:${id}:${revision} {"revision":${revision}}`
  let attempts: string[]
  /** A server that refuses the start until these instructions are read, the first one first. */
  const requires = (...instructions: number[]) => {
    const left = new Set(instructions)
    attempts = []
    serve = async ({ call, params, subject }) => {
      attempts.push(`${call} ${subject}`)
      if (call === 'instructions.read') left.delete(params.id!)
      const [first] = left
      if (call === 'tasks.start' && subject === 'task:1' && first !== undefined)
        throw new Refused({
          code: 'instruction_unread',
          message: 'Сначала прочитайте',
          instruction_id: first,
        })
      return 2
    }
  }
  const lose = () => {
    serve = async () => {
      throw new Lost()
    }
  }

  test('is sent after it, although it was made before, and so are the steps behind it', async () => {
    requires(5)
    const queue = openWindow()
    const id = queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    await settle()
    expect([refused.map((one) => one.id), sent]).toEqual([[id], []])
    const madeAt = queue.state().waiting[0]?.made_at
    await vi.advanceTimersByTimeAsync(60_000)
    lose()
    queue.add(reading(5))
    queue.resend(id)
    await settle()
    // It is shown as done at once.
    expect(unblocked(queue.state().waiting).map(nameOf)).toEqual([start, pause, readingOf(5)])
    requires(5)
    queue.retry()
    await settle()
    expect(attempts).toEqual([
      'instructions.read instruction:5:1',
      'tasks.start task:1',
      'tasks.pause task:1',
    ])
    expect(sent).toEqual([readingOf(5), start, pause])
    expect((await store.all()).find(({ call }) => call === 'tasks.start')?.made_at).toBe(madeAt)
  })

  test('goes on by itself after a confirmation from another page', async () => {
    requires(5)
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    await settle()
    queue.add(reading(6))
    await settle()
    expect(sent).toEqual([readingOf(6)])
    queue.add(reading(5))
    await settle()
    expect(sent.slice(1)).toEqual([readingOf(5), start])
    expect(queue.state().waiting).toEqual([])
  })

  test('is not refused if the confirmations wait behind it already, and others keep their order', async () => {
    lose()
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    queue.add(step('tasks.start', 2))
    queue.add(reading(5))
    queue.add(reading(6))
    queue.add(step('tasks.pause', 2))
    await settle()
    requires(5, 6)
    queue.retry()
    await settle()
    expect(refused).toEqual([])
    expect(sent).toEqual([
      'tasks.start task:2 {}',
      readingOf(5),
      readingOf(6),
      start,
      'tasks.pause task:2 {}',
    ])
  })

  test('still waits for the confirmation after the page was closed', async () => {
    requires(5)
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    await settle()
    lose()
    queue.add(reading(5))
    await settle()
    requires(5)
    const next = openWindow()
    next.run()
    await settle()
    expect(attempts).toEqual(['instructions.read instruction:5:1', 'tasks.start task:1'])
  })

  test('waits for a person if the confirmation is refused, and goes on after a new one', async () => {
    requires(5)
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    await settle()
    serve = async () => {
      throw new Refused({ code: 'stale', message: 'Новая редакция' })
    }
    queue.add(reading(5))
    await settle()
    expect(sent).toEqual([])
    expect(unblocked(queue.state().waiting)).toEqual([])
    requires(5)
    queue.add(reading(5, 2))
    await settle()
    expect(sent).toEqual([readingOf(5, 2), start])
    // The new confirmation takes the place of the refused one.
    expect(queue.state().waiting).toEqual([])
  })
})

test('another end of a shift is another step, and takes the place of one that was refused', async () => {
  const queue = openWindow()
  serve = async () => {
    throw new Lost()
  }
  const first = queue.add(ending(3, { version: 2, ended_at: 'раз' }))
  expect(queue.add(ending(3, { version: 2, ended_at: 'раз' }))).toBe(first)
  queue.add(ending(3, { version: 3, ended_at: 'два' }))
  await settle()
  expect(waitingIn(queue)).toHaveLength(2)
  serve = async ({ id }) => {
    if (id === first) throw new Refused(wrongState)
    return 2
  }
  queue.retry()
  await settle()
  expect([sent, waitingIn(queue).length]).toEqual([[], 2])
  queue.add(ending(3, { version: 2, ended_at: 'три' }))
  await settle()
  expect(sent).toHaveLength(2)
  expect(queue.state().waiting).toEqual([])
})
