import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Lost, nameOf, Refused, refusalOf, wrongState } from './step-failures.testing.ts'
import { createStepQueue, type StepQueue } from './step-queue.ts'
import { openPageStore, type StepStore } from './step-store.ts'
import type { Step, WaitingStep } from './waiting-step.ts'

let store: StepStore
let sent: string[]
/** What the server does with a step; by default it takes it. */
let serve: (step: WaitingStep) => Promise<number | null>
let refused: WaitingStep[]

function openWindow(others: StepQueue[] = []): StepQueue {
  const queue = createStepQueue({
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
    alone: lock,
    announce: () => {
      for (const other of others) other.reread()
    },
  })
  return queue
}

/** One at a time, like the lock of the browser. */
let last: Promise<unknown>
const lock = (work: () => Promise<void>) => {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

const step = (call: 'tasks.start' | 'tasks.pause' | 'tasks.finish', id: number, holdMs = 0): Step => ({
  call,
  params: { id },
  body: {},
  subject: `task:${id}`,
  title: '',
  seen: null,
  holdMs,
})
const count = (id: number, added: number): Step => ({
  call: 'tasks.progress',
  params: { id },
  body: { added },
  subject: `task:${id}`,
  title: '',
  seen: null,
  holdMs: 600,
})
const settle = () => vi.advanceTimersByTimeAsync(0)
const waitingIn = (queue: StepQueue) => queue.state().waiting.map(nameOf)

beforeEach(() => {
  vi.useFakeTimers()
  store = openPageStore()
  sent = []
  refused = []
  serve = async () => 2
  last = Promise.resolve()
})
afterEach(() => vi.useRealTimers())

describe('steps', () => {
  test('are sent in the order in which they were made, one at a time', async () => {
    let running = 0
    serve = async () => {
      running += 1
      expect(running).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 100))
      running -= 1
      return 2
    }
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    queue.add(step('tasks.start', 2))
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual(['tasks.start task:1 {}', 'tasks.pause task:1 {}', 'tasks.start task:2 {}'])
    expect(queue.state().waiting).toEqual([])
  })

  test('that are answered are known to the next page for a week, because its kept data may be from before', async () => {
    openWindow().add(step('tasks.start', 1))
    await settle()
    const next = openWindow()
    next.run()
    await settle()
    expect(next.state()).toMatchObject({ waiting: [], past: [{ call: 'tasks.start', answered_version: 2 }] })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(7 * 24 * 3_600_000 + 1000)
    const later = openWindow()
    later.run()
    await settle()
    expect([later.state().past, await store.all()]).toEqual([[], []])
  })

  test('wait without a connection, and the same steps are sent when it is back', async () => {
    const ids: string[] = []
    serve = async ({ id }) => {
      ids.push(id)
      throw new Lost()
    }
    const queue = openWindow()
    const id = queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    await vi.advanceTimersByTimeAsync(5000)
    expect([queue.state().isLost, waitingIn(queue).length, sent]).toEqual([true, 2, []])
    expect(new Set(ids)).toEqual(new Set([id]))
    serve = async () => 2
    queue.retry()
    await settle()
    expect([queue.state().isLost, sent.length, queue.state().waiting]).toEqual([false, 2, []])
  })

  test('of a closed page are sent by the next one', async () => {
    serve = async () => {
      throw new Lost()
    }
    openWindow().add(step('tasks.start', 1))
    await settle()
    serve = async () => 2
    const next = openWindow()
    next.run()
    await settle()
    expect(sent).toEqual(['tasks.start task:1 {}'])
  })

  test('are not lost if the browser cannot store them', async () => {
    store = {
      all: async () => [],
      put: () => Promise.reject(new Error('full')),
      remove: async () => undefined,
      photo: async () => undefined,
    }
    serve = async () => {
      throw new Lost()
    }
    const queue = openWindow()
    queue.add(step('tasks.start', 1))
    await vi.advanceTimersByTimeAsync(2000)
    expect(waitingIn(queue)).toEqual(['tasks.start task:1 {}'])
    serve = async () => 2
    queue.retry()
    await settle()
    expect(sent).toHaveLength(1)
  })
})

test('a button that is pressed twice makes one step', async () => {
  const queue = openWindow()
  expect(queue.add(step('tasks.finish', 1, 10_000))).toBe(queue.add(step('tasks.finish', 1, 10_000)))
  queue.add(step('tasks.finish', 2, 10_000))
  await vi.advanceTimersByTimeAsync(25_000)
  expect(sent).toEqual(['tasks.finish task:1 {}', 'tasks.finish task:2 {}'])
})

describe('a held step', () => {
  test('is sent when its time is over, and the steps behind it follow', async () => {
    const queue = openWindow()
    queue.add(step('tasks.finish', 1, 10_000))
    queue.add(step('tasks.start', 2))
    await vi.advanceTimersByTimeAsync(9000)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1100)
    expect(sent).toEqual(['tasks.finish task:1 {}', 'tasks.start task:2 {}'])
  })

  test('can be taken back, and the steps behind it are sent at once', async () => {
    const queue = openWindow()
    const id = queue.add(step('tasks.finish', 1, 10_000))
    queue.add(step('tasks.start', 2))
    await vi.advanceTimersByTimeAsync(5000)
    expect(queue.drop(id)).toBe(true)
    await settle()
    expect(sent).toEqual(['tasks.start task:2 {}'])
    expect(queue.drop(id)).toBe(false)
  })

  test('is overtaken by scans, and by nothing else', async () => {
    const queue = openWindow()
    queue.add(step('tasks.finish', 1, 10_000))
    queue.add(step('tasks.start', 2))
    const scan: Step = {
      call: 'supplies.scan',
      params: { supply_id: 3, id: 4 },
      body: { barcode: '46' },
      subject: 'scans:3',
      title: '',
      seen: null,
    }
    queue.add(scan)
    queue.add(scan)
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent).toEqual(Array.from({ length: 2 }, () => 'supplies.scan scans:3 {"barcode":"46"}'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent.slice(2)).toEqual(['tasks.finish task:1 {}', 'tasks.start task:2 {}'])
  })

  test('is sent at once when the page may be closed', async () => {
    const queue = openWindow()
    queue.add(step('tasks.finish', 1, 10_000))
    await settle()
    queue.release()
    await settle()
    expect(sent).toEqual(['tasks.finish task:1 {}'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(sent).toHaveLength(1)
  })
})

describe('counts in quick succession', () => {
  test('are one step with their sum', async () => {
    const queue = openWindow()
    for (const added of [1, 1, 1]) {
      queue.add(count(1, added))
      await vi.advanceTimersByTimeAsync(200)
    }
    await vi.advanceTimersByTimeAsync(700)
    expect(sent).toEqual(['tasks.progress task:1 {"added":3}'])
  })

  test('that cancel each other out are not sent', async () => {
    const queue = openWindow()
    queue.add(count(1, 1))
    queue.add(count(1, -1))
    await vi.advanceTimersByTimeAsync(2000)
    expect([sent, await store.all()]).toEqual([[], []])
  })

  test('of two tasks, or with another step between, stay apart', async () => {
    const queue = openWindow()
    queue.add(count(1, 1))
    queue.add(count(2, 1))
    queue.add(step('tasks.pause', 2))
    queue.add(count(2, 1))
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toHaveLength(4)
  })
})

describe('a refused step', () => {
  test('holds back the later steps about the same thing, and no others', async () => {
    serve = async ({ subject }) => {
      if (subject === 'task:1') throw new Refused(wrongState)
      return 2
    }
    const queue = openWindow()
    const id = queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    queue.add(step('tasks.start', 2))
    await settle()
    expect(sent).toEqual(['tasks.start task:2 {}'])
    expect(refused.map((one) => [one.id, one.refusal])).toEqual([[id, wrongState]])
    // It is still there after the page was closed.
    expect((await store.all())[0]?.refusal).toEqual(wrongState)

    serve = async () => 2
    queue.resend(id)
    await settle()
    expect(sent.slice(1)).toEqual(['tasks.start task:1 {}', 'tasks.pause task:1 {}'])
  })

  test('that was seen is removed alone, and the later ones go on', async () => {
    serve = async ({ id }) => {
      if (id === refusedId) throw new Refused(wrongState)
      return 2
    }
    const queue = openWindow()
    const refusedId = queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    await settle()
    expect(sent).toEqual([])
    queue.acknowledge(refusedId)
    await settle()
    expect(sent).toEqual(['tasks.pause task:1 {}'])
  })

  test('is removed with those that depend on it', async () => {
    serve = async () => {
      throw new Refused(wrongState)
    }
    const queue = openWindow()
    const id = queue.add(step('tasks.start', 1))
    queue.add(step('tasks.pause', 1))
    await settle()
    queue.discard(id)
    await settle()
    expect([queue.state().waiting, await store.all(), sent]).toEqual([[], [], []])
  })
})

test('two windows send each step once', async () => {
  const windows: StepQueue[] = []
  const [one, other] = [openWindow(windows), openWindow(windows)]
  windows.push(one, other)
  for (let id = 1; id <= 5; id++) {
    one.add(step('tasks.start', id))
    other.add(step('tasks.start', id + 100))
  }
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toHaveLength(10)
  expect(new Set(sent).size).toBe(10)
  expect([one.state().waiting, other.state().waiting]).toEqual([[], []])
})

test('a step is shown until the screens have read what it has changed, never twice', async () => {
  let settled = () => {}
  const seen: number[] = []
  const queue = createStepQueue({
    store,
    send: async () => 7,
    refusalOf: () => null,
    versionIn: (version) => version,
    onAnswered: () => undefined,
    settle: () =>
      new Promise((resolve) => {
        settled = resolve
      }),
    onRefused: () => undefined,
    alone: lock,
    announce: () => undefined,
  })
  queue.subscribe(() => {
    const { waiting, settling } = queue.state()
    seen.push(waiting.length + settling.length)
  })
  queue.add(step('tasks.start', 1))
  await settle()
  expect(queue.state().settling.map(({ answered_version }) => answered_version)).toEqual([7])
  settled()
  await settle()
  expect(queue.state().settling).toEqual([])
  expect(new Set(seen.slice(0, -1))).toEqual(new Set([1]))
  expect(seen.at(-1)).toBe(0)
})
