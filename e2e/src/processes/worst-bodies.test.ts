import { request } from 'node:http'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isToday, testDay } from '../../../scripts/test/todays-checks.mjs'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'
import { Waits } from './waits.ts'
import { bodiesFor, bodiesForAll, type WorstBody } from './worst-bodies.ts'

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

/** Sends a body. A server that closes the connection because the body is too large counts as 413. */
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
  // Without sign-out, because it would end the session of the test.
  .filter(({ method, path }) => method !== 'GET' && path !== '/auth/logout')

/** Each call receives each body of `bodiesForAll` once in this number of days. */
const periodDays = 4

async function findFaults(waits: Waits, client: ApiClient, call: Call): Promise<string[]> {
  const faults: string[] = []
  const general = bodiesForAll.filter((_, at) => isToday(withBodies.indexOf(call) + at, periodDays))
  for (const body of [...general, ...bodiesFor(call)]) {
    const named = `${call.method} ${call.path}: ${body.name}`
    const { done, tooLongMs } = await waits.findLongest(() => send(client, call, body))
    // 502 is the right answer if a foreign service is unavailable.
    if ((done.status >= 500 && done.status !== 502) || done.status < 200)
      faults.push(`${named} answered ${done.status}`)
    if (done.bytes > 100_000) faults.push(`${named} was answered with ${done.bytes} bytes`)
    if (tooLongMs !== null) faults.push(`${named} kept others waiting for ${tooLongMs} ms`)
  }
  return faults
}

test(`no worst-case body to any path causes a server error or makes others wait (TEST_DAY=${testDay})`, {
  timeout: 900_000,
}, async () => {
  const waits = await Waits.measure(server)
  const faults: string[] = []
  for (const call of withBodies) {
    faults.push(...(await findFaults(waits, owner, call)))
    if (call.access === 'anyone') faults.push(...(await findFaults(waits, guest, call)))
  }
  expect(faults).toEqual([])
})
