import { expect, test } from 'vitest'
import { mapInSlices, pickInSlices } from './slices.ts'
import { countTurns } from './testing/turns.ts'

/** Works longer than a slice. */
function workLong(): void {
  const until = performance.now() + 6
  while (performance.now() < until);
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('keeps the order of the mapped items', async () => {
  const changed = mapInSlices(numbers(20), (item) => {
    workLong()
    return item * 2
  })
  const turns = await countTurns(changed)
  expect(await changed).toEqual(numbers(20).map((item) => item * 2))
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('keeps the order of the picked items, without those that are null or undefined', async () => {
  const picked = pickInSlices(numbers(20), (item) => {
    workLong()
    if (item % 3 === 0) return null
    return item % 3 === 1 ? undefined : item
  })
  const turns = await countTurns(picked)
  expect(await picked).toEqual([2, 5, 8, 11, 14, 17])
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('rejects with the error that the callback has thrown', async () => {
  const failed = mapInSlices([1], () => {
    throw new Error('No')
  })
  await expect(failed).rejects.toThrow('No')
})

test('runs one slice per turn of the event loop for any number of callers', async () => {
  let turn = 0
  const worked = new Map<number, number>()
  const work = Promise.all(
    numbers(10).map(() =>
      mapInSlices(numbers(3), () => {
        worked.set(turn, (worked.get(turn) ?? 0) + 1)
        workLong()
      }),
    ),
  )
  let isOver = false
  void work.then(() => {
    isOver = true
  })
  for (; !isOver; turn += 1) await new Promise((resume) => setImmediate(resume))
  expect([...worked.values()]).toEqual(numbers(30).map(() => 1))
})
