import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

/** What the server tells of itself to whoever asks from this machine. */
export async function readFigures(address: string) {
  const text = await (await fetch(`${address}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    residentMiB: read('process_resident_memory_bytes') / 1_048_576,
    handles: read('process_open_fds'),
    sockets: read('nodejs_active_resources\\{type="TCPSocketWrap"\\}'),
  }
}

const rounds = 6
const callsOfRound = 20
/** Nobody is refused for calling too often. */
const pauseMs = 20

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN

/** Of so many rounds of calls the p95 of each, in milliseconds. */
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

/** What a machine with other work on it adds to some milliseconds. */
const allowanceMs = 25
/** Work that comes and goes on the same machine is not taken for the crowd's. */
const looks = 3

/**
 * Has a person work alone and beside a crowd, and compares how long they wait.
 * @param come returns what has the crowd leave
 * @param visits how often it comes and goes within one comparison, where that is quickly done
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

/** In turns, so that a machine whose speed drifts does so for both. */
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

/** A socket to the server that outlives being cut off. */
export function openSocket(address: string): Socket {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

/** Begins with `start`, then sends a byte at a time. @returns how long the server has put up with it, in milliseconds */
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

/** The head of a request, ended. */
export const head = (line: string, headers: Record<string, string>): string =>
  [`${line} HTTP/1.1`, 'host: artel', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  )

const floodSockets = 40
const beatMs = 20

/**
 * Sends one request again and again, so many a second, until it is told to stop; answers are counted, not read.
 * @returns what stops it, and tells how often each status was answered and the head of a refusal
 */
export function flood(address: string, request: string, perSecond: number) {
  const counts: Record<string, number> = {}
  let [sent, refusal] = [0, '']
  const sockets = Array.from({ length: floodSockets }, () => openSocket(address))
  // A connection asks again once it was answered: whoever does not wait is cut off.
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

/** Opens a stream of live events on a connection of its own. */
export function openStream(address: string, client: ApiClient): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const { cookie } = client.headers()
    const asked = request(`${address}/api/events`, { headers: { cookie }, agent: false }, (answer) => {
      // That it ends is our own doing.
      answer.on('error', () => undefined).resume()
      const { statusCode = 0, headers } = answer
      resolve({ status: statusCode, retryAfter: headers['retry-after'], end: () => void asked.destroy() })
    })
    asked.on('error', reject).end()
  })
}
