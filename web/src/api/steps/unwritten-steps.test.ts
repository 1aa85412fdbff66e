import { expect, test } from 'vitest'
import { openPageStore, type StepStore } from './step-store.ts'
import { storageOf } from './storage.testing.ts'
import { keepUnwritten } from './unwritten-steps.ts'
import type { WaitingStep } from './waiting-step.ts'

const step = (id: string, made_at: number, added: number): WaitingStep => ({
  id,
  call: 'tasks.progress',
  params: { id: 1 },
  body: { added },
  subject: 'task:1',
  title: '',
  seen: null,
  made_at,
  held_until: 0,
})

/** A store whose writing ends only when `end` is called. */
function slowStore(store: StepStore): { slow: StepStore; end: () => Promise<void> } {
  const writes: (() => Promise<void>)[] = []
  const slow: StepStore = {
    ...store,
    put: (one) => new Promise((resolve) => writes.push(() => store.put(one).then(resolve))),
  }
  const end = async () => {
    for (const write of writes.splice(0)) await write()
    // What waits for the write goes on.
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { slow, end }
}

const openPage = (store: StepStore, storage: Storage, person = '3.7') => keepUnwritten(store, person, storage)

test('the last version of a step is there after a page was closed while it was written', async () => {
  const [store, storage] = [openPageStore(), storageOf({})]
  await store.put(step('a', 1, 5))
  await store.put(step('c', 3, 1))
  const page = openPage(slowStore(store).slow, storage)
  void page.put(step('a', 1, 6))
  void page.put(step('b', 2, 1))
  page.leave()
  const found = await openPage(store, storage).all()
  expect(found).toEqual([step('a', 1, 6), step('b', 2, 1), step('c', 3, 1)])
  expect(await openPage(openPageStore(), storage, '3.70').all()).toEqual([])
})

test('a page that lives on writes its steps, and nothing of them is left behind', async () => {
  const [store, kept] = [openPageStore(), {}]
  const { slow, end } = slowStore(store)
  const page = openPage(slow, storageOf(kept))
  void page.put(step('a', 1, 5))
  page.leave()
  void page.put(step('a', 1, 6))
  await end()
  expect(kept).toEqual({})
  expect(await page.all()).toEqual([step('a', 1, 6)])
})

test('a step that was left behind is gone once it is removed', async () => {
  const [store, kept] = [openPageStore(), {}]
  const page = openPage(slowStore(store).slow, storageOf(kept))
  void page.put(step('a', 1, 5))
  page.leave()
  const next = openPage(store, storageOf(kept))
  expect(await next.all()).toEqual([step('a', 1, 5)])
  await next.remove('a')
  expect(await next.all()).toEqual([])
})

test('a step that the database refuses is left for the next page', async () => {
  const kept = {}
  const full: StepStore = { ...openPageStore(), put: () => Promise.reject(new Error('full')) }
  const page = openPage(full, storageOf(kept))
  await expect(page.put(step('a', 1, 5))).rejects.toThrow('full')
  page.leave()
  expect(await openPage(openPageStore(), storageOf(kept)).all()).toEqual([step('a', 1, 5)])
})

test('what was left behind and is unreadable is passed over', async () => {
  const kept = { 'artel-unwritten.3.7.a': '{', 'artel-unwritten.3.7.b': JSON.stringify(step('b', 1, 2)) }
  expect(await openPage(openPageStore(), storageOf(kept)).all()).toEqual([step('b', 1, 2)])
})
