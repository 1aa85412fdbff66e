import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { head, openSocket, readAnswer } from '../../testing/wire.ts'
import {
  answerOneByOne,
  type ConnectionLimits,
  type Connections,
  limitsWithin,
  warnOfDescriptors,
  watchConnections,
} from './connections.ts'

const stallMs = 1500
const sent = 40_000_000
const limits: ConnectionLimits = { all: 40, quiet: 30, ofClient: 12, stallMs }
let app: FastifyInstance
let connections: Connections
let port: number
let ended: string[]
const opened: Socket[] = []

/** Starts the parts of a server that handle connections. Its answers exceed the buffers of a connection. */
async function listen(countsClients = true, within = limits): Promise<void> {
  app = fastify({ forceCloseConnections: true })
  connections = watchConnections(app, countsClients, within)
  answerOneByOne(app, () => false)
  app.addHook('onRequest', async ({ url }, { raw }) => {
    raw.once('close', () => ended.push(url))
  })
  app.get('/stream', (_, reply) => reply.send(Readable.from(chunksOf(sent))))
  app.get('/text', async () => 'a'.repeat(sent))
  app.get('/small', async () => 'a')
  app.get('/late', async () => {
    await sleep(stallMs * 3)
    return 'late'
  })
  app.get('/silent', (_, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write('retry: 1\n\n')
    setTimeout(() => reply.raw.end(), stallMs * 3)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port // it listens on a port
}

function* chunksOf(bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(64_000, 'a')
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length))
}

beforeEach(() => {
  ended = []
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await app.close()
})

/** Requests an answer and reads none of it. */
function ask(path: string, ...headers: string[]): Socket {
  const socket = openSocket(port).pause()
  opened.push(socket)
  socket.on('error', () => undefined)
  socket.write(head(`GET ${path}`, ...headers))
  return socket
}

/** Reads an answer to its end, about this many bytes each `everyMs`. @returns bytes received */
async function read(socket: Socket, bytes: number, everyMs: number): Promise<number> {
  let [come, due] = [0, bytes]
  socket.on('data', (chunk: Buffer) => {
    come += chunk.length
    if (come >= due) socket.pause()
  })
  const timer = setInterval(() => {
    due = come + bytes
    socket.resume()
  }, everyMs)
  // A connection that was reset has ended too.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return come
}

// The system announces new space only when a good part of its buffer is free, after up to 400 KB on a busy
// machine. The client needs 2 s to read that much.
test.runIf(process.platform === 'linux')(
  'an answer is not cut off while the client reads from the buffers of the system',
  async () => {
    const patientMs = 4000
    await listen(true, { ...limits, stallMs: patientMs })
    const socket = ask('/stream', 'connection: close')
    let come = 0
    socket.on('data', (chunk: Buffer) => (come += chunk.length))
    socket.pause()
    const timer = setInterval(() => {
      // Reads one piece, so small that the system accepts no more data from us within the limit.
      socket.resume()
      socket.once('data', () => socket.pause())
    }, 300)
    await sleep(patientMs * 2.5)
    clearInterval(timer)
    const most = 2_500_000
    expect(come).toBeLessThan(most)
    expect(await read(socket, sent, 10)).toBeGreaterThan(sent - most)
  },
)

describe('an answer', () => {
  beforeEach(() => listen())

  test.each(['/stream', '/text'])(
    'of %s ends with its connection if the client reads nothing',
    async (path) => {
      const begun = performance.now()
      const socket = ask(path)
      await expect.poll(() => ended, { timeout: stallMs * 3 }).toEqual([path])
      expect(performance.now() - begun).toBeGreaterThan(stallMs)
      expect(connections.count).toBe(0)
      expect(await read(socket, sent, 10)).toBeLessThan(sent)
    },
  )

  test.each(['/stream', '/text'])('of %s arrives completely if the client reads slowly', async (path) => {
    const begun = performance.now()
    // In each stall limit reads twice as many bytes as the buffers of a connection on this machine hold.
    const come = await read(ask(path, 'connection: close'), 2_500_000, stallMs / 2.5)
    expect(come).toBeGreaterThan(sent)
    expect(performance.now() - begun).toBeGreaterThan(stallMs * 4)
  })

  test('ends if the client sends data but does not read', async () => {
    const socket = ask('/stream')
    const timer = setInterval(() => socket.write('\r\n'), 100)
    await expect.poll(() => ended, { timeout: stallMs * 3 }).toEqual(['/stream'])
    clearInterval(timer)
  })

  test('ends if the client has closed its half of the connection', async () => {
    for (const path of ['/stream', '/text', '/small', '/late']) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
      socket.on('error', () => undefined)
      opened.push(socket)
      socket.end(head(`GET ${path}`))
    }
    await expect.poll(() => ended.length, { timeout: stallMs * 4 }).toBe(4)
    await expect.poll(() => connections.count).toBe(0)
  })

  test('is not cut off while the server has nothing to send, at the start or later', async () => {
    const sockets = ['/late', '/silent'].map((path) => ask(path, 'connection: close').resume())
    const answers = await Promise.all(sockets.map(readAnswer))
    // A chunked answer, whose length is not known in advance, ends with this chunk.
    expect(answers.map(({ body }) => body)).toEqual(['late', expect.stringMatching(/0\r\n\r\n$/)])
  })
})

describe('the connections of one client', () => {
  const openMany = async (count: number, localAddress?: string) => {
    const sockets = Array.from({ length: count }, () =>
      openSocket(port, localAddress ? { localAddress } : {}),
    )
    opened.push(...sockets)
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'connect')))
    return sockets
  }
  const isOpen = (socket: Socket) => !socket.destroyed && socket.readyState === 'open'

  test('above the limit displace the longest idle connection of the same client', async () => {
    await listen()
    const [first, ...others] = await openMany(limits.ofClient)
    const ofAnother = await openMany(3, '127.0.0.2')
    await openMany(1)
    await expect.poll(() => isOpen(first!)).toBe(false) // the list is not empty
    expect([...others, ...ofAnother].every(isOpen)).toBe(true)
    await openMany(100)
    await expect.poll(() => connections.count).toBe(limits.ofClient + ofAnother.length)
    expect(ofAnother.every(isOpen)).toBe(true)
  })

  test('above the limit are refused if all are busy, and those of other clients are not', async () => {
    await listen()
    for (let count = 0; count < limits.ofClient; count++) ask('/late')
    await expect.poll(() => connections.count).toBe(limits.ofClient)
    const [refused] = await openMany(1)
    await expect.poll(() => isOpen(refused!)).toBe(false) // the list is not empty
    const [ofAnother] = await openMany(1, '127.0.0.2')
    expect([isOpen(ofAnother!), connections.count]).toEqual([true, limits.ofClient + 1]) // the list is not empty
  })

  test('are limited behind a proxy only by the limit of idle connections of the process', async () => {
    await listen(false)
    await openMany(limits.quiet + 50)
    await expect.poll(() => connections.count).toBe(limits.quiet)
  })

  test('at the limit of the process displace an idle connection, or are refused without one', async () => {
    await listen(false)
    const resting = await openMany(3)
    for (let count = 0; count < limits.all - 3; count++) ask('/late')
    await expect.poll(() => connections.count).toBe(limits.all)
    for (const rested of resting) {
      ask('/late')
      await expect.poll(() => isOpen(rested)).toBe(false)
    }
    const [refused] = await openMany(1)
    await expect.poll(() => isOpen(refused!)).toBe(false) // the list is not empty
    await expect.poll(() => connections.count).toBe(limits.all)
  })
})

describe('the limits of connections', () => {
  test.each([
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 2000, 1000],
    [1_048_576, 524_224, 2000, 1000],
    [8128, 4000, 2000, 1000],
    [4096, 1984, 992, 496],
    [1024, 448, 224, 112],
    [64, 1, 1, 1],
  ])('fit into %d descriptors, with one file for each connection', (descriptors, all, quiet, ofClient) => {
    expect(limitsWithin(descriptors)).toMatchObject({ all, quiet, ofClient })
  })

  test('cause a warning at startup if they are lower than usual', () => {
    expect(warnOfDescriptors(8128)).toEqual([])
    expect(warnOfDescriptors(1024)).toEqual([
      'The process may open 1024 files and connections, so that it keeps 448 connections, 112 of one client. Allow 8128 (ulimit -n)',
    ])
  })
})
