import { expect, test } from 'vitest'
import { SharedReads } from './shared-reads.ts'

/** Reads that end on request. Each returns its number. */
function stage() {
  const reads = new SharedReads<number>()
  const ends: ((fault?: Error) => void)[] = []
  const ask = (key = 'a') =>
    reads.read(
      key,
      () =>
        new Promise((resolve, reject) => {
          const number = ends.length + 1
          ends.push((fault) => (fault ? reject(fault) : resolve(number)))
        }),
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, ends, settle }
}

test('requests during a read wait for the next read and share it', async () => {
  const { ask, ends, settle } = stage()
  const first = ask()
  const later = [ask(), ask(), ask()]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  expect(await first).toBe(1)
  await settle()
  expect(ends).toHaveLength(2)
  const last = ask()
  ends[1]?.()
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await settle()
  ends[2]?.()
  expect(await last).toBe(3)
})

test('reads an idle key at once, each key separately, and a failure affects only its own read', async () => {
  const { ask, ends, settle } = stage()
  const [one, other, after] = [ask('a'), ask('b'), ask('a')]
  expect(ends).toHaveLength(2)
  ends[0]?.(new Error('away'))
  ends[1]?.()
  await expect(one).rejects.toThrow('away')
  expect(await other).toBe(2)
  await settle()
  ends[2]?.()
  expect(await after).toBe(3)
  await settle()
  const next = ask('a')
  expect(ends).toHaveLength(4)
  ends[3]?.()
  expect(await next).toBe(4)
})
