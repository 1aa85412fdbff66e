import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchOutliving } from './outliving.ts'

type Pending = { keepalive: boolean; answer: () => void }
let sent: Pending[]

beforeEach(() => {
  sent = []
  vi.stubGlobal(
    'fetch',
    (_: string, { keepalive = false }: RequestInit) =>
      new Promise<Response>((resolve) => sent.push({ keepalive, answer: () => resolve(new Response()) })),
  )
})
afterEach(() => vi.unstubAllGlobals())

const post = (body: string | FormData) => fetchOutliving('/api/tasks/1/start', { method: 'POST', body })

test('a short change outlives its page; a long one and a form do not', async () => {
  const answers = [post('{}'), post('x'.repeat(20_001)), post(new FormData())]
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false, false])
  for (const { answer } of sent) answer()
  await Promise.all(answers)
})

test('changes that are under way share the bytes, and give them back', async () => {
  const body = 'x'.repeat(9000)
  const answers = [post(body), post(body), post(body)]
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, true, false])
  for (const { answer } of sent) answer()
  await Promise.all(answers)
  const later = post(body)
  expect(sent.at(-1)?.keepalive).toBe(true)
  sent.at(-1)?.answer()
  await later
})
