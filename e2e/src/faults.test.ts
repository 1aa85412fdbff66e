import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@artel/contract/tasks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from './api-client.ts'
import { password, people } from './people.ts'
import { openRelay, type Relay } from './relay.ts'
import { makeDataDir, removeDataDir, type Server, startWorker } from './server.ts'

let dataDir: string
let worker: Server
let web: Server
let relay: Relay
let admin: ApiClient

beforeAll(async () => {
  dataDir = await makeDataDir()
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

/** Calls as fast as the answers come, `callers` at once, until `isOver`. */
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

test('while the database is away every call is told so within a second, and afterwards all goes on by itself', async () => {
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

test('connections that break again and again cost hardly a read, and no write is lost or doubled', async () => {
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
  for (let round = 0; round < 8; round += 1) {
    await sleep(1000)
    relay.cut()
  }
  isOver = true
  await writing
  const reads = await reading
  expect(new Set(reads.map(({ status }) => status)).has(500)).toBe(false)
  expect(reads.filter(({ status }) => status !== 200).length / reads.length).toBeLessThan(0.01)
  for (const title of titles.slice(-100)) {
    const { tasks } = await admin.call<{ tasks: Task[] }>('POST', '/listing/tasks', { search: title })
    expect(tasks).toHaveLength(1)
  }
  expect((await admin.call<{ task: Task }>('GET', `/tasks/${task.id}`)).task.id).toBe(task.id)
})

/** Repeats one creation under one key until it is acknowledged, as a careful client does. @returns its title */
async function createOnce(): Promise<string> {
  const title = `Обрыв ${randomUUID()}`
  for (let tries = 0; tries < 20; tries += 1) {
    const response = await admin.send(
      'POST',
      '/tasks/create',
      { title },
      { 'idempotency-key': title.slice(-36) },
    )
    await response.arrayBuffer()
    if (response.status === 201) return title
    expect([409, 503]).toContain(response.status)
  }
  throw new Error('The task could not be created')
}
