import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPool, openRoot, type Root } from '../database/connection/open.ts'
import { registerJob } from './handler.ts'
import { jobKind, queueJob, withdrawJob } from './jobs.ts'
import { openQueues } from './open.ts'
import { claimJob } from './run-job.ts'

let root: Root
let counter = 0
const makeKind = () => jobKind<{ text: string }>(`claimed-${process.pid}-${Date.now()}-${counter++}`)

beforeAll(() => {
  root = openRoot(openPool(inject('connection'), () => {}, 10_000))
})
afterAll(() => root.destroy())

test('a job is withdrawn by a transaction or claimed by a worker, never both', async () => {
  const kind = makeKind()
  await openQueues(root, [registerJob(kind, { effect: 'outside', run: async () => {} })])
  await queueJob(root, kind, { text: 'a' }, { key: 'a' })
  const first = await root.startTransaction().execute()
  expect(await withdrawJob(first, kind, 'a')).toBe(true)
  expect(await claimJob(root, kind.name)).toBeUndefined()
  await first.rollback().execute()
  expect(await claimJob(root, kind.name)).toBeDefined()
  expect(await withdrawJob(root, kind, 'a')).toBe(false)
})

test('a job is claimed once, although many claim at the same time', async () => {
  const kind = makeKind()
  await openQueues(root, [registerJob(kind, { effect: 'outside', run: async () => {} })])
  const queued = 150
  for (let number = 0; number < queued; number++) await queueJob(root, kind, { text: String(number) })
  const claimed: string[] = []
  const claimAll = async () => {
    for (let job = await claimJob(root, kind.name); job; job = await claimJob(root, kind.name))
      claimed.push(job.id)
  }
  await Promise.all(Array.from({ length: 12 }, claimAll))
  expect([claimed.length, new Set(claimed).size]).toEqual([queued, queued])
})
