import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { head, openSocket, readAnswer, sendBytes } from '../../testing/wire.ts'
import { answerOneByOne, watchConnections } from './connections.ts'
import { closeGently, drainAtClose } from './drain.ts'

const times = { lingerMs: 300, graceMs: 5000 }
const large = 30_000_000
let app: FastifyInstance
let port: number
/** Lets the server finish the answer of `/late`. */
let finish: () => void

beforeEach(async () => {
  app = fastify({ return503OnClosing: false })
  const connections = watchConnections(app, true)
  answerOneByOne(app, () => false)
  app.get('/', async () => ({ isListening: app.server.listening }))
  app.get('/text', async () => 'a'.repeat(large))
  const finished = new Promise<void>((done) => (finish = done))
  app.get('/late', async () => {
    await finished
    return 'late'
  })
  drainAtClose(app, connections, times)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // it listens on a port
})

test('answers keep connections alive while the port is open, and close them afterwards', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const readJson = (answer: IncomingMessage) => json(answer) as Promise<{ isListening: boolean }> // the body
  const ask = async () => {
    const asked = get({ port, agent })
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    if (!answer) throw new Error('Nothing was answered')
    return { ...(await readJson(answer)), connection: answer.headers.connection }
  }
  expect(await ask()).toEqual({ isListening: true, connection: 'keep-alive' })
  // A busy event loop has hardly any turn in which no connection arrived.
  let isBusy = true
  const spin = () => {
    const until = performance.now() + 1
    while (performance.now() < until);
    if (isBusy) setImmediate(spin)
  }
  spin()
  const closed = closeGently(app)
  const answers: Awaited<ReturnType<typeof ask>>[] = []
  while (answers.at(-1)?.connection !== 'close') answers.push(await ask())
  isBusy = false
  await closed
  agent.destroy()
  expect(answers.length).toBeGreaterThan(2)
  for (const { isListening, connection } of answers)
    expect(connection).toBe(isListening ? 'keep-alive' : 'close')
})

test('answers every connection that waits to be accepted', async () => {
  const answers = Array.from({ length: 200 }, () => sendBytes(port, head('GET /')))
  const closed = closeGently(app)
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  await closed
})

test('completes an answer that the server still creates or the client still reads', async () => {
  const [made, read] = [openSocket(port), openSocket(port)]
  made.write(head('GET /late'))
  let come = 0
  read.on('data', (chunk: Buffer) => (come += chunk.length)).write(head('GET /text'))
  await once(read, 'data')
  read.pause()
  const closed = closeGently(app)
  await sleep(times.lingerMs * 2)
  finish()
  const [late] = await Promise.all([readAnswer(made), once(read.resume(), 'close')])
  expect([late.body, late.headers.includes('connection: close')]).toEqual(['late', true])
  expect(come).toBeGreaterThan(large)
  await closed
})

test('answers a request that has begun to arrive, and ends idle connections soon', async () => {
  const [begun, unused] = [openSocket(port), openSocket(port)]
  await Promise.all([once(begun, 'connect'), once(unused, 'connect')])
  begun.write('GET / HTTP/1.1\r\n')
  // Idle for longer than the connections are kept afterwards.
  await sleep(times.lingerMs * 2)
  const closed = closeGently(app)
  const from = performance.now()
  await readAnswer(unused)
  expect(performance.now() - from).toBeGreaterThanOrEqual(times.lingerMs)
  expect(begun.destroyed).toBe(false)
  begun.write('host: artel\r\n\r\n')
  const answer = await readAnswer(begun)
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { isListening: false }])
  await closed
})

test('cuts off an unread answer when the grace period is over', async () => {
  const socket = openSocket(port)
  socket.write(head('GET /text'))
  await once(socket, 'data')
  socket.pause()
  const begun = performance.now()
  await closeGently(app)
  expect(performance.now() - begun).toBeGreaterThan(times.graceMs - 100)
  expect(performance.now() - begun).toBeLessThan(times.graceMs + 2000)
  socket.destroy()
})
