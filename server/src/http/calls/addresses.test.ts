import type { AddressInfo } from 'node:net'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { head, openSocket, readAnswer, sendBytes } from '../../testing/wire.ts'

const test_ = useTestApp()
let port: number

beforeAll(async () => {
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port // it listens on a port
})

const writing = Object.values(calls)
  .flatMap((feature) => Object.values<Call>(feature))
  .filter(({ method, isForeign }) => method !== 'GET' && !isForeign)
const pathOf = ({ path }: Call) => path.replace(/:\w+/g, '1')

/** Spellings of one address that the router reads alike. */
const spellings: [string, (path: string) => string][] = [
  ['as it is', (path) => `/api${path}`],
  ['with an escaped letter', (path) => `/%61pi${path}`],
  ['with all letters escaped', (path) => `/%61%70%69${path}`],
  ['with its host', (path) => `http://artel/api${path}`],
]

test.each(spellings)(
  'every call that writes is refused without a CSRF token if its address is written %s',
  async (_, spell) => {
    const answers = writing.map(async (call) => {
      const line = `${call.method} ${spell(pathOf(call))}`
      const answer = await sendBytes(port, head(line, 'content-length: 0', 'connection: close'))
      return [line, answer.status, /cache-control: no-store/i.test(answer.headers)]
    })
    const asked = await Promise.all(answers)
    expect(asked.filter(([, status, isPrivate]) => status !== 419 || !isPrivate)).toEqual([])
  },
)

test('ends a connection that sends more requests before the first one is answered', async () => {
  const before = test_.logged.length
  const socket = openSocket(port)
  socket.write(head('GET /healthz').repeat(2000))
  const begun = performance.now()
  await readAnswer(socket)
  expect(performance.now() - begun).toBeLessThan(5000)
  expect(test_.logged.length - before).toBeLessThan(5)
  // Requests that each wait for the previous answer still work.
  const patient = openSocket(port)
  for (let count = 0; count < 3; count += 1) {
    const answered = new Promise<string>((resolve) => patient.once('data', (chunk) => resolve(String(chunk))))
    patient.write(head('GET /healthz'))
    expect(await answered).toContain('200 OK')
  }
  patient.destroy()
})
