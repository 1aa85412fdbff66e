import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'
import { makeDemoDir } from './demo-dir.ts'
import { type WorstBody, worstBodies } from './worst-bodies.ts'

let dataDir: string
let server: Server
let owner: ApiClient
let guest: ApiClient

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, { RATE_LIMIT: '0' })
  ;[owner, guest] = [new ApiClient(server.address), new ApiClient(server.address)]
  await owner.signIn(people.owner.login, password)
  await guest.call('GET', '/sanctum/csrf-cookie')
})

afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

/** How long others may wait beyond what they wait on a calm server, in milliseconds. */
const allowedMs = 50
/** Work that comes and goes on the same machine is not taken for the body's. */
const looks = 6

const asking = new Agent({ keepAlive: true })

/** How long an answer to whoever asks for nothing takes, in milliseconds. */
function waitOnce(): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    request(`${server.address}/healthz`, { agent: asking }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - begun))
    })
      .once('error', reject)
      .end()
  })
}

async function calmWait(): Promise<number> {
  const waits: number[] = []
  for (let count = 0; count < 300; count += 1) waits.push(await waitOnce())
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
}

type Sent = { status: number; longestMs: number; bytes: number }

/** Sends a body, and asks for nothing all the while. A server that cuts off whoever sends too much answers 413. */
async function sendBeside(client: ApiClient, call: Call, body: WorstBody): Promise<Sent> {
  let isOver = false
  const answer = send(client, call, body).finally(() => {
    isOver = true
  })
  let longestMs = await waitOnce()
  while (!isOver) longestMs = Math.max(longestMs, await waitOnce())
  return { ...(await answer), longestMs }
}

function send(client: ApiClient, call: Call, { type, content }: WorstBody) {
  const path = call.path.replace(/:\w+_key/g, 'x').replace(/:\w+/g, '999999999')
  return new Promise<{ status: number; bytes: number }>((resolve) => {
    const sent = request(`${server.address}/api${path}`, {
      method: call.method,
      headers: { ...client.headers(), 'content-type': type, 'content-length': content.length },
    })
    sent.once('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('close', () => resolve({ status: answer.statusCode ?? 0, bytes }))
    })
    sent.on('error', () => resolve({ status: 413, bytes: 0 }))
    sent.end(content)
  })
}

const withBodies = Object.values(calls)
  .flatMap((feature) => Object.values<Call>(feature))
  // Signing out would end what is tried here.
  .filter(({ method, path }) => method !== 'GET' && path !== '/auth/logout')

async function findFaults(client: ApiClient, call: Call): Promise<string[]> {
  const faults: string[] = []
  for (const body of worstBodies(call)) {
    const named = `${call.method} ${call.path}: ${body.name}`
    for (let look = 1; ; look += 1) {
      const calm = await calmMs
      const { status, longestMs, bytes } = await sendBeside(client, call, body)
      // A foreign service that is away is said to be.
      if ((status >= 500 && status !== 502) || status < 200) faults.push(`${named} answered ${status}`)
      if (bytes > 100_000) faults.push(`${named} was answered with ${bytes} bytes`)
      if (longestMs <= calm + allowedMs) break
      if (look === looks) {
        faults.push(`${named} kept others waiting for ${Math.round(longestMs)} ms`)
        break
      }
      await sleep(50)
    }
  }
  return faults
}

let calmMs: Promise<number>

test('no body of any kind, to any path, makes others wait or fails', { timeout: 900_000 }, async () => {
  calmMs = calmWait()
  await calmMs
  const faults: string[] = []
  for (const call of withBodies) {
    faults.push(...(await findFaults(owner, call)))
    if (call.access === 'anyone') faults.push(...(await findFaults(guest, call)))
  }
  expect(faults).toEqual([])
})
