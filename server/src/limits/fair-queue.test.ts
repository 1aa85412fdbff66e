import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { LimitError } from '../errors/errors.ts'
import { FairQueue } from './fair-queue.ts'

let queue: FairQueue
let started: string[]
let ends: Map<string, () => void>

beforeEach(() => {
  queue = new FairQueue({
    running: 2,
    runningOfCompany: 2,
    runningOfPerson: 1,
    waitingOfPerson: 6,
    waitingOfCompany: 9,
  })
  started = []
  ends = new Map()
})

/** Starts work of a person, such as `1a` of company 1. The work lasts until the test ends it. */
function begin(name: string, work = name): Promise<void> {
  const [company = '', person = ''] = name
  const owner = { companyId: Number(company), userId: person.charCodeAt(0) }
  return queue.run(owner, async () => {
    started.push(work)
    await new Promise<void>((resolve) => ends.set(work, resolve))
  })
}

async function end(work: string): Promise<void> {
  ends.get(work)?.()
  await setImmediate()
}

test('runs one piece of work of a user at a time, even if a place is free', async () => {
  const works = [begin('1a', 'first'), begin('1a', 'second')]
  await setImmediate()
  expect(started).toEqual(['first'])
  works.push(begin('2a'))
  await setImmediate()
  expect(started).toEqual(['first', '2a'])
  await end('2a')
  expect(started).toEqual(['first', '2a'])
  await end('first')
  await end('second')
  await Promise.all(works)
  expect(started).toEqual(['first', '2a', 'second'])
})

test('work of another company waits only for the work that already runs', async () => {
  for (const person of ['a', 'b', 'c'])
    for (const count of [1, 2]) void begin(`1${person}`, `1${person}${count}`)
  await setImmediate()
  expect(started).toEqual(['1a1', '1b1'])
  void begin('2a')
  await end('1a1')
  expect(started.at(-1)).toBe('2a')
})

test('companies take turns, and so do the users of each company', async () => {
  for (const name of ['1a', '1b', '2a', '2b', '3a'])
    for (const count of [1, 2]) void begin(name, `${name}${count}`)
  await setImmediate()
  for (let at = 0; at < 10; at += 1) await end(started[at] ?? '')
  expect(started).toEqual(['1a1', '1b1', '2a1', '3a1', '1a2', '2b1', '3a2', '1b2', '2a2', '2b2'])
})

test('companies that queue again do not overtake one that has had a turn and still waits', async () => {
  for (const name of ['1a', '2a']) void begin(name, `${name}0`)
  await setImmediate()
  for (const name of ['3a', '3b']) void begin(name)
  for (const name of ['1a', '2a']) {
    await end(`${name}0`)
    void begin(name, `${name}1`)
  }
  await end('3a')
  void begin('4a')
  await end('1a1')
  void begin('1a', '1a2')
  await end('2a1')
  expect(started).toEqual(['1a0', '2a0', '3a', '1a1', '2a1', '4a', '3b'])
})

test('refuses too much waiting work of a user and a company, without delaying others', async () => {
  for (let count = 0; count < 7; count += 1) void begin('1a', `1a${count}`)
  await expect(begin('1a')).rejects.toThrow(LimitError)
  void begin('1b')
  for (const name of ['1c', '1d', '1e']) void begin(name)
  await expect(begin('1f')).rejects.toThrow(LimitError)
  await expect(begin('1f')).rejects.toMatchObject({ retryAfterSeconds: expect.any(Number) })
  void begin('2a')
  await end('1b')
  expect(started.at(-1)).toBe('2a')
})

test('work that fails frees its place', async () => {
  const failed = queue.run({ companyId: 1, userId: 1 }, () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  void begin('1a')
  await setImmediate()
  expect(started).toEqual(['1a'])
})

test('aborted work is not started and frees its place in the queue', async () => {
  const owner = { companyId: 1, userId: 97 }
  void begin('1a')
  const leaving = new AbortController()
  const left = Array.from({ length: 6 }, () =>
    queue.run(owner, async () => started.push('left'), leaving.signal),
  )
  leaving.abort()
  for (const one of left) await expect(one).rejects.toMatchObject({ code: 'bad_request' })
  await expect(queue.run(owner, async () => {}, leaving.signal)).rejects.toMatchObject({
    code: 'bad_request',
  })
  void begin('1a', 'next')
  await end('1a')
  expect(started).toEqual(['1a', 'next'])
})

test('one company leaves a place to the others, however much work it queues', async () => {
  queue = new FairQueue({
    running: 3,
    runningOfCompany: 2,
    runningOfPerson: 2,
    waitingOfPerson: 6,
    waitingOfCompany: 9,
  })
  for (const name of ['1a', '1b', '1c']) void begin(name)
  await setImmediate()
  expect(started).toEqual(['1a', '1b'])
  void begin('2a')
  await setImmediate()
  expect(started).toEqual(['1a', '1b', '2a'])
  await end('2a')
  expect(started).toHaveLength(3)
  await end('1a')
  expect(started.at(-1)).toBe('1c')
})

test('work that times out before its turn is refused with a limit error', async () => {
  void begin('1a')
  const late = queue.run(
    { companyId: 1, userId: 97 },
    async () => started.push('late'),
    AbortSignal.timeout(1),
  )
  await expect(late).rejects.toThrow(LimitError)
  await end('1a')
  expect(started).toEqual(['1a'])
})
