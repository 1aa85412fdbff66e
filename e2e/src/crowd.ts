import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** Reads the metrics that the server gives to requests from this machine. */
export async function readFigures(address: string) {
  const text = await (await fetch(`${address}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    handles: read('process_open_fds'),
    sockets: read('nodejs_active_resources\\{type="TCPSocketWrap"\\}'),
  }
}

const rounds = 6
const callsOfRound = 20
/** Pause between calls, ms, so that the rate limit refuses none. */
const pauseMs = 20

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

/** The p95 of the calls in each of `count` rounds, ms. */
async function waitsOf(person: ApiClient, count: number): Promise<number[]> {
  const waits: number[] = []
  for (let round = 0; round < count; round += 1) {
    const times: number[] = []
    for (let call = 0; call < callsOfRound; call += 1) {
      const begun = performance.now()
      await person.call('POST', '/listing/tasks', {})
      times.push(performance.now() - begun)
      await sleep(pauseMs)
    }
    waits.push(quantile(times, 0.95))
  }
  return waits
}

/** Ms that other programs of a busy machine may add. */
const allowanceMs = 25
/** Maximum number of measurements, because other programs may slow down single ones. */
const looks = 3

/**
 * Compares how long a person waits alone and beside a crowd.
 * @param come starts the crowd and returns a function that ends it
 * @param visits how often the crowd comes and leaves in one comparison, if that is quick
 */
export async function expectNobodyWaits(
  person: ApiClient,
  come: () => Promise<() => unknown>,
  visits = 1,
): Promise<void> {
  for (let look = 1; ; look += 1) {
    const { alone, beside } = await compareWaits(person, come, visits)
    const most = 2 * alone + allowanceMs
    if (beside < most || look === looks) return expect(beside).toBeLessThan(most)
  }
}

/** Measures in turns, so that a drift of the machine's speed affects both. */
async function compareWaits(person: ApiClient, come: () => Promise<() => unknown>, visits: number) {
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let visit = 0; visit < visits; visit += 1) {
    alone.push(...(await waitsOf(person, rounds / visits)))
    const leave = await come()
    beside.push(...(await waitsOf(person, rounds / visits).finally(leave)))
  }
  if (visits === 1) alone.push(...(await waitsOf(person, rounds)))
  return { alone: quantile(alone, 0.5), beside: quantile(beside, 0.5) }
}

/** A socket to the server. A reset connection raises no error. */
export function openSocket(address: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

/** Sends `start` and then one byte at a time. @returns how long the server kept the connection open, ms */
export async function drip(address: string, start: string, everyMs: number): Promise<number> {
  const socket = openSocket(address)
  const begun = performance.now()
  socket.write(start)
  socket.resume()
  const timer = setInterval(() => socket.write('a'), everyMs)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(timer)
  return performance.now() - begun
}

/** A complete request head. */
export const head = (line: string, headers: Record<string, string>): string =>
  [`${line} HTTP/1.1`, 'host: artel', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  )

const floodSockets = 40
const beatMs = 20

/**
 * Sends one request repeatedly, `perSecond` times a second. Counts the answers without reading them.
 * @returns a function that stops the flood and gives the count of each status and the head of a refusal
 */
export function flood(address: string, request: string, perSecond: number) {
  const counts: Record<string, number> = {}
  let [sent, refusal] = [0, '']
  const sockets = Array.from({ length: floodSockets }, () => openSocket(address))
  // A connection sends again only after an answer, because the server disconnects clients that do not wait.
  const idle = [...sockets]
  for (const socket of sockets) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
        idle.push(socket)
        counts[status] = (counts[status] ?? 0) + 1
      }
      refusal ||= /HTTP\/1\.1 429.*?\r\n\r\n/s.exec(text)?.[0] ?? ''
    })
  }
  const begun = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * perSecond
    for (; sent < due && idle.length > 0; sent += 1) idle.shift()?.write(request)
  }, beatMs)
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
    return { counts, refusal }
  }
}

export type Stream = { status: number; retryAfter: string | undefined; end(): void }

/** Opens a stream of live events on a separate connection. */
export function openStream(address: string, client: ApiClient): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const { cookie } = client.headers()
    const asked = request(`${address}/api/events`, { headers: { cookie }, agent: false }, (answer) => {
      // An error here comes from our own end of the stream.
      answer.on('error', () => undefined).resume()
      const { statusCode = 0, headers } = answer
      resolve({ status: statusCode, retryAfter: headers['retry-after'], end: () => void asked.destroy() })
    })
    asked.on('error', reject).end()
  })
}
