import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@artel/contract/tasks/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { pixel } from '../pixel.ts'
import { removeDataDir, runCommand, type Server, startWorker } from '../server.ts'
import { openRelay, type Relay } from '../services/relay.ts'

let dataDir: string
let worker: Server
let web: Server
let relay: Relay
let admin: ApiClient

beforeAll(async () => {
  dataDir = await makeDemoDir()
  const started = await startWorker(dataDir)
  worker = started.worker
  relay = await openRelay(started.databaseSocket)
  web = await started.startWeb(relay.port)
  admin = new ApiClient(web.address)
  await admin.signIn(people.admin.login, password)
})

afterAll(async () => {
  relay.close()
  await web.end('SIGTERM')
  await worker.end('SIGTERM')
  await removeDataDir(dataDir)
})

type Outcome = { status: number; ms: number; at: number; retryAfter: string | null }

/** Sends calls until `isOver`, with `callers` concurrent clients that wait for each answer. */
async function loadUntil(isOver: () => boolean, callers: number, call: () => Promise<Response>) {
  const outcomes: Outcome[] = []
  const caller = async () => {
    while (!isOver()) {
      const at = performance.now()
      const response = await call()
      await response.arrayBuffer()
      const retryAfter = response.headers.get('retry-after')
      outcomes.push({ status: response.status, ms: performance.now() - at, at, retryAfter })
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return outcomes
}

const health = async (path: string) => (await fetch(`${web.address}${path}`)).status

test('answers 503 within 2 s while the database is unavailable, and recovers by itself', async () => {
  let isOver = false
  const outcomes = loadUntil(
    () => isOver,
    8,
    () => admin.send('POST', '/listing/tasks', {}),
  )
  await sleep(1000)
  relay.shut()
  const shutAt = performance.now()
  await sleep(1500)
  expect([await health('/healthz'), await health('/readyz')]).toEqual([200, 503])
  await sleep(3500)
  relay.open()
  const openedAt = performance.now()
  await sleep(5000)
  isOver = true
  const during = (await outcomes).filter(({ at }) => at > shutAt + 100 && at < openedAt - 1000)
  expect(during.length).toBeGreaterThan(20)
  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]))
  expect(during.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
  expect(Math.max(...during.map(({ ms }) => ms))).toBeLessThan(2000)
  const recovered = (await outcomes).find(({ at, status }) => at > openedAt && status === 200)
  expect((recovered?.at ?? Number.POSITIVE_INFINITY) - openedAt).toBeLessThan(5000)
  expect(await health('/readyz')).toBe(200)
})

test('repeatedly cut database connections fail few reads and lose or duplicate no write', async () => {
  const { task } = await admin.call<{ task: Task }>('POST', '/tasks/create', { title: 'Набор «Обрыв»' })
  let isOver = false
  const reading = loadUntil(
    () => isOver,
    4,
    () => admin.send('POST', '/listing/tasks', {}),
  )
  const titles: string[] = []
  const write = async () => {
    while (!isOver) titles.push(await createOnce())
  }
  const writing = Promise.all([write(), write()])
  const rounds = 8
  for (let round = 0; round < rounds; round += 1) {
    await sleep(1000)
    relay.cut()
  }
  isOver = true
  await writing
  const reads = await reading
  expect(new Set(reads.map(({ status }) => status)).has(500)).toBe(false)
  const failed = reads.filter(({ status }) => status !== 200).length
  // On a busy machine there are so few reads that a few failures would exceed this share.
  expect(failed).toBeLessThan(Math.max(reads.length / 100, rounds))
  for (const title of titles.slice(-100)) expect(await countTitled(title)).toBe(1)
  expect((await admin.call<{ task: Task }>('GET', `/tasks/${task.id}`)).task.id).toBe(task.id)
})

test('over a slow and lossy database connection, calls end and each write is stored once', async () => {
  // A round trip takes 0.4 s, more than half of the connection timeout.
  relay.slow(200, 0.05)
  relay.cut()
  const until = performance.now() + 12_000
  const reading = loadUntil(
    () => performance.now() > until,
    4,
    () => admin.send('POST', '/listing/tasks', {}),
  )
  const titles: string[] = []
  // At least two, because on a slow machine one call may take most of the time.
  while (performance.now() < until || titles.length < 2) titles.push(await createOnce())
  const reads = await reading
  relay.slow(0)
  // Some calls may be refused while the connections are still being made.
  const refused = reads.filter(({ status }) => status !== 200)
  expect(refused.filter(({ status }) => status !== 503)).toEqual([])
  expect(refused.length).toBeLessThan(reads.length / 5)
  for (const title of titles) expect(await countTitled(title)).toBe(1)
}, 120_000)

test.each([
  ['question', 0],
  ['answer', 1],
] as const)(
  'answers 503 if the %s of a commit is lost, and a retry with the same key creates once',
  async (part, there) => {
    for (let round = 0; round < 5; round += 1) {
      const title = `Обрыв ${randomUUID()}`
      relay.lose('commit\0', part)
      const answer = await create(title)
      expect([answer.status, await answer.json()]).toEqual([
        503,
        expect.objectContaining({ code: 'unavailable' }),
      ])
      expect(answer.headers.get('retry-after')).toBeTruthy()
      expect(await countTitled(title)).toBe(there)
      expect((await create(title)).status).toBe(201)
      expect(await countTitled(title)).toBe(1)
    }
  },
)

test('a photo keeps its file if its row may have been inserted', async () => {
  const send = () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ type: 'photo', path: 'tasks', name: 'Обрыв' }))
      form.set(name, value)
    form.set('file', new File([Buffer.from(pixel, 'base64')], 'a.png', { type: 'image/png' }))
    return admin.send('POST', '/multimedia', form)
  }
  for (const part of ['question', 'answer'] as const) {
    relay.lose('insert into "multimedia"', part)
    expect((await send()).status).toBe(503)
    expect(await runCommand(dataDir, 'verify')).toMatchObject({ code: 0 })
  }
  expect((await send()).status).toBe(201)
})

const create = (title: string) => {
  const key = title.slice(-36)
  return admin.send('POST', '/tasks/create', { title }, { 'idempotency-key': key })
}

async function countTitled(title: string): Promise<number> {
  const { tasks } = await admin.call<{ tasks: Task[] }>('POST', '/listing/tasks', { search: title })
  return tasks.length
}

/**
 * Repeats one creation with one key until it is acknowledged, as a careful client does. @returns its title
 */
async function createOnce(): Promise<string> {
  const title = `Обрыв ${randomUUID()}`
  for (let tries = 0; tries < 20; tries += 1) {
    const response = await create(title)
    await response.arrayBuffer()
    if (response.status === 201) return title
    expect([409, 503]).toContain(response.status)
  }
  throw new Error('The task could not be created')
}
