import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { moveClock } from '../clock.ts'
import { openPool, openRoot, type Root } from '../database/connection/open.ts'
import { spawnScript } from '../database/embedded/testing.ts'
import { type JobHandler, registerJob } from './handler.ts'
import { jobKind, queueJob } from './jobs.ts'
import { openingAdapter, openQueues } from './open.ts'
import { claimJob } from './run-job.ts'
import { startWorker, type Worker } from './worker.ts'

type Note = { text: string }

let root: Root
let counter = 0
const workers: Worker[] = []
const log = { warn: () => {}, error: () => {} }
const makeKind = (retries = 3) => jobKind<Note>(`test-${process.pid}-${Date.now()}-${counter++}`, { retries })

beforeAll(async () => {
  root = openRoot(openPool(inject('connection'), () => {}, 10_000))
  // In a schema of its own, because another test compares the list of the product's tables with the code.
  await sql`create schema job_test`.execute(root)
  await sql`create table job_test.notes (text text not null)`.execute(root)
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})
afterAll(async () => {
  await sql`drop schema job_test cascade`.execute(root)
  await root.destroy()
})

async function work(...handlers: JobHandler[]): Promise<Worker> {
  const worker = await startWorker(root, handlers, () => {}, log)
  workers.push(worker)
  return worker
}

const note = (connection: Root, text: string) =>
  sql`insert into job_test.notes (text) values (${text})`.execute(connection)

async function notes(text: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from job_test.notes where text = ${text}`.execute(root)
  return rows[0]?.count ?? 0
}

const writeNote = (kind: ReturnType<typeof makeKind>) =>
  registerJob(kind, {
    effect: 'database',
    run: async ({ payload, root }) => {
      await note(root, payload.text)
    },
  })

const stateOf = async (name: string) => {
  const { rows } = await sql<{ state: string }>`select state from jobs.job where name = ${name}`.execute(root)
  return rows.map(({ state }) => state)
}

test('a failure to open the queues leaves no connection in a failed transaction', async () => {
  const one = openRoot(openPool(inject('connection'), () => {}, 10_000))
  const { executeSql } = openingAdapter(one)
  await expect(executeSql('begin; create schema job_test; commit', [])).rejects.toThrow('already exists')
  // The pool has only one connection, so this is the one that failed.
  expect((await executeSql('select 1 as one', [])).rows).toEqual([{ one: 1 }])
  await one.destroy()
})

describe('a job', () => {
  test('runs after its transaction commits, and never if that rolls back', async () => {
    const kind = makeKind()
    await openQueues(root, [writeNote(kind)])
    await root.transaction().execute((connection) => queueJob(connection, kind, { text: kind.name }))
    const failing = root.transaction().execute(async (connection) => {
      await queueJob(connection, kind, { text: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await work(writeNote(kind))
    await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['completed']), 10_000)
    expect([await notes(kind.name), await notes('never')]).toEqual([1, 0])
  })

  test('with the same key is queued only once', async () => {
    const kind = makeKind()
    await openQueues(root, [writeNote(kind)])
    const queue = () => queueJob(root, kind, { text: kind.name }, { key: 'task:7:done' })
    await Promise.all([queue(), queue(), queue()])
    expect(await stateOf(kind.name)).toEqual(['created'])
  })

  test('without an opened queue is rejected', async () => {
    await expect(queueJob(root, makeKind(), { text: 'lost' })).rejects.toThrow('was not opened')
  })

  test('waits until its start time', async () => {
    const kind = makeKind()
    await openQueues(root, [writeNote(kind)])
    await queueJob(root, kind, { text: kind.name }, { startAfter: new Date(Date.now() + 60_000) })
    expect(await claimJob(root, kind.name)).toBeUndefined()
  })
})

describe('a failure', () => {
  test('is rolled back and retried', async () => {
    const kind = makeKind()
    let tries = 0
    const handler = registerJob(kind, {
      effect: 'database',
      run: async ({ payload, root }) => {
        await note(root, payload.text)
        if (++tries === 1) throw new Error('the first time fails')
      },
    })
    await openQueues(root, [handler])
    await queueJob(root, kind, { text: kind.name })
    await work(handler)
    await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['retry']), 10_000)
    expect(await notes(kind.name)).toBe(0)
    await sql`update jobs.job set start_after = now() where name = ${kind.name}`.execute(root)
    await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['completed']), 10_000)
    expect(await notes(kind.name)).toBe(1)
  })

  test('of the last attempt leaves the job as failed', async () => {
    const kind = makeKind(0)
    const handler = registerJob(kind, {
      effect: 'outside',
      run: () => Promise.reject(new Error('away')),
    })
    await openQueues(root, [handler])
    await queueJob(root, kind, { text: '' })
    await work(handler)
    await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['failed']), 10_000)
  })

  test.each(['database', 'outside'] as const)(
    'by timeout (%s) ends the job, blocks no others, and a late end changes no data',
    async (effect) => {
      const [kind, other] = [makeKind(0), makeKind()]
      let end = () => {}
      const until = new Promise<void>((resolve) => (end = resolve))
      let late: Promise<unknown> = Promise.resolve()
      const handler = registerJob(kind, {
        effect,
        limitSeconds: 2,
        run: async ({ payload, root, signal }) => {
          if (payload.text !== 'endless') return void (await note(root, payload.text))
          const ending = until.then(() => note(root, 'endless'))
          late = ending.catch((error) => error)
          signal.addEventListener('abort', end)
          await ending
        },
      })
      await openQueues(root, [handler, writeNote(other)])
      for (const text of ['endless', kind.name]) await queueJob(root, kind, { text })
      await queueJob(root, other, { text: other.name })
      await work(handler, writeNote(other))
      // The other kind runs at once. The other job of the same kind runs after the first one.
      await vi.waitFor(async () => expect(await notes(other.name)).toBe(1), 10_000)
      await vi.waitFor(
        async () => expect((await stateOf(kind.name)).sort()).toEqual(['completed', 'failed']),
        15_000,
      )
      expect(await notes(kind.name)).toBe(1)
      const ended = await late
      if (effect === 'database')
        expect([String(ended), await notes('endless')]).toEqual([expect.any(String), 0])
    },
  )
})

describe('a job that kills its process', () => {
  test('fails after its last attempt, and other jobs continue', async () => {
    const [kind, other] = [makeKind(1), makeKind()]
    const boss = await openQueues(root, [writeNote(kind), writeNote(other)])
    await queueJob(root, kind, { text: '' })
    await queueJob(root, other, { text: other.name })
    await work(writeNote(other))
    for (const state of ['retry', 'failed']) {
      await sql`update jobs.job set start_after = now() where name = ${kind.name}`.execute(root)
      expect(await workToDeath(kind.name)).toBe('SIGKILL')
      expect(await stateOf(kind.name)).toEqual(['active'])
      await sql`update jobs.job set started_on = now() - interval '1 minute' where name = ${kind.name}`.execute(
        root,
      )
      await boss.expire()
      expect(await stateOf(kind.name)).toEqual([state])
    }
    await vi.waitFor(async () => expect(await notes(other.name)).toBe(1), 10_000)
  })

  /** Another process claims the job and dies. @returns the signal that ended it */
  async function workToDeath(name: string): Promise<string | null> {
    const connection = JSON.stringify(inject('connection'))
    const child = spawnScript(`
      const { openPool, openRoot } = await import('./src/database/connection/open.ts')
      const { jobKind } = await import('./src/jobs/jobs.ts')
      const { startWorker } = await import('./src/jobs/worker.ts')
      const root = openRoot(openPool(${connection}, () => {}, 10_000))
      const run = () => process.kill(process.pid, 'SIGKILL')
      await startWorker(root, [{ kind: jobKind('${name}'), effect: 'outside', run }], console)`)
    const [, signal] = await once(child, 'exit')
    return signal
  }
})

describe('a process that ends', () => {
  test('abruptly leaves its job to another process', async () => {
    const kind = makeKind()
    const boss = await openQueues(root, [writeNote(kind)])
    await queueJob(root, kind, { text: kind.name })
    expect(await claimJob(root, kind.name)).toBeDefined()
    await sql`update jobs.job set started_on = now() - interval '1 minute' where name = ${kind.name}`.execute(
      root,
    )
    await boss.expire()
    expect(await stateOf(kind.name)).toEqual(['retry'])
    await sql`update jobs.job set start_after = now() where name = ${kind.name}`.execute(root)
    await work(writeNote(kind))
    await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['completed']), 10_000)
    expect(await notes(kind.name)).toBe(1)
  })

  test('gracefully waits for the running job', async () => {
    const kind = makeKind()
    let hasBegun = false
    const handler = registerJob(kind, {
      effect: 'database',
      run: async ({ payload, root }) => {
        hasBegun = true
        await sql`select pg_sleep(0.5)`.execute(root)
        await note(root, payload.text)
      },
    })
    await openQueues(root, [handler])
    await queueJob(root, kind, { text: kind.name })
    const worker = await startWorker(root, [handler], () => {}, log)
    await vi.waitFor(() => expect(hasBegun).toBe(true), 10_000)
    await worker.drain()
    await worker.stop()
    expect([await stateOf(kind.name), await notes(kind.name)]).toEqual([['completed'], 1])
  })
})

test('jobs of a kind run concurrently up to the maximum of the kind', async () => {
  const kind = makeKind()
  let [open, most] = [0, 0]
  const handler = registerJob(kind, {
    effect: 'outside',
    maxAtOnce: 3,
    run: async () => {
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 200))
      open -= 1
    },
  })
  await openQueues(root, [handler])
  for (let place = 0; place < 8; place++) await queueJob(root, kind, { text: String(place) })
  await work(handler)
  await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(Array(8).fill('completed')), 10_000)
  expect(most).toBe(3)
})

describe('companies', () => {
  type OfOne = { company_id: number; text: string }
  const ofCompanies = (isOnce = false) =>
    jobKind<OfOne>(`test-${process.pid}-${Date.now()}-${counter++}`, { isOnce })

  test('take turns with their jobs, however many jobs of one company wait', async () => {
    const kind = ofCompanies()
    const worked: string[] = []
    const handler = registerJob(kind, {
      effect: 'outside',
      run: async ({ payload }) => void worked.push(payload.text),
    })
    await openQueues(root, [handler])
    for (const text of ['a1', 'a2', 'a3', 'a4']) await queueJob(root, kind, { company_id: 1, text })
    for (const text of ['b1', 'b2']) await queueJob(root, kind, { company_id: 2, text })
    await queueJob(root, kind, { company_id: 3, text: 'c1' })
    await work(handler)
    await vi.waitFor(() => expect(worked).toHaveLength(7), 10_000)
    expect(worked).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('run one job of a kind at a time, and leave the other places to other companies', async () => {
    const kind = ofCompanies()
    const worked: string[] = []
    let end = () => {}
    const until = new Promise<void>((resolve) => (end = resolve))
    const handler = registerJob(kind, {
      effect: 'outside',
      maxAtOnce: 3,
      run: async ({ payload }) => {
        worked.push(payload.text)
        if (payload.company_id === 1) await until
      },
    })
    await openQueues(root, [handler])
    for (const text of ['a1', 'a2', 'a3']) await queueJob(root, kind, { company_id: 1, text })
    await queueJob(root, kind, { company_id: 2, text: 'b1' })
    await work(handler)
    await vi.waitFor(() => expect(worked).toContain('b1'), 10_000)
    expect(worked).toEqual(['a1', 'b1'])
    end()
    await vi.waitFor(() => expect(worked).toEqual(['a1', 'b1', 'a2', 'a3']), 10_000)
  })

  test('queue an identical job only once, and again after the first one has started', async () => {
    const kind = ofCompanies(true)
    const handler = registerJob(kind, { effect: 'database', run: async () => {} })
    await openQueues(root, [handler])
    const queue = (company_id: number) => queueJob(root, kind, { company_id, text: '' })
    await Promise.all([1, 1, 2, 1, 2].map(queue))
    // The same fields in another order are the same payload.
    await queueJob(root, kind, { text: '', company_id: 1 })
    expect(await stateOf(kind.name)).toEqual(['created', 'created'])
    await claimJob(root, kind.name)
    for (const company of [1, 2, 1]) await queue(company)
    expect((await stateOf(kind.name)).sort()).toEqual(['active', 'created', 'created'])
  })

  test('run a waiting job only after the transaction that queued it again has committed', async () => {
    const kind = ofCompanies(true)
    await openQueues(root, [registerJob(kind, { effect: 'database', run: async () => {} })])
    const later = new Date(Date.now() + 3_600_000)
    await queueJob(root, kind, { company_id: 1, text: '' }, { startAfter: later })
    await root.transaction().execute(async (connection) => {
      await queueJob(connection, kind, { company_id: 1, text: '' })
      const other = openRoot(openPool(inject('connection'), () => {}, 10_000))
      expect(await claimJob(other, kind.name)).toBeUndefined()
      await other.destroy()
    })
    expect(await claimJob(root, kind.name)).toMatchObject({ payload: { company_id: 1 } })
  })

  test('keep only one of identical jobs that an earlier version has queued', async () => {
    const before = ofCompanies()
    await openQueues(root, [registerJob(before, { effect: 'database', run: async () => {} })])
    for (const company_id of [1, 1, 2, 1]) await queueJob(root, before, { company_id, text: '' })
    const kind = { ...before, isOnce: true }
    await openQueues(root, [registerJob(kind, { effect: 'database', run: async () => {} })])
    expect(await stateOf(kind.name)).toEqual(['created', 'created'])
    const payloads = [await claimJob(root, kind.name), await claimJob(root, kind.name)]
    expect(payloads.map((job) => job?.payload)).toEqual([
      { company_id: 1, text: '' },
      { company_id: 2, text: '' },
    ])
  })
})

test('a periodic job is queued once per period by two processes', async () => {
  const kind = jobKind<object>(`test-${process.pid}-${Date.now()}-every`)
  const handler = registerJob(kind, {
    effect: 'database',
    everySeconds: 86_400,
    run: async ({ root }) => {
      await note(root, kind.name)
    },
  })
  await Promise.all([work(handler), work(handler)])
  await vi.waitFor(async () => expect(await stateOf(kind.name)).toEqual(['completed']), 10_000)
  expect(await notes(kind.name)).toBe(1)
})

test('a periodic job is queued once per period despite different clocks of processes', async () => {
  const hourMs = 3_600_000
  const kind = jobKind<object>(`test-${process.pid}-${Date.now()}-clocks`)
  const handler = registerJob(kind, { effect: 'database', everySeconds: 3600, run: async () => {} })
  // The middle of an hour, so that a shift of seconds stays within this hour.
  const middle = hourMs / 2 - (Date.now() % hourMs)
  const startAt = async (clockMs: number) => {
    moveClock(middle + clockMs)
    await (await startWorker(root, [handler], () => {}, log)).stop()
    moveClock(0)
  }
  for (const clockMs of [0, 5000, -5000]) await startAt(clockMs)
  expect(await stateOf(kind.name)).toHaveLength(1)
  // One clock is an hour ahead. The job of that hour runs early, and not again when the hour comes.
  for (const clockMs of [hourMs, 0, hourMs + 5000]) await startAt(clockMs)
  expect(await stateOf(kind.name)).toHaveLength(2)
})
