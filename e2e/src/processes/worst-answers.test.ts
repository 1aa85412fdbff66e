import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isToday, testDay } from '../../../scripts/test/todays-checks.mjs'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, type Server, startServer } from '../server.ts'
import { connect } from './ledger-chaos.ts'
import { Waits } from './waits.ts'
import { insertWorstRows, slowText, type WorstRows } from './worst-rows.ts'

let dataDir: string
let server: Server
let database: pg.Client
let owner: ApiClient
let rows: WorstRows
let waits: Waits

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, { RATE_LIMIT: '0' })
  database = await connect(dataDir)
  rows = await insertWorstRows(database)
  owner = new ApiClient(server.address)
  await owner.signIn(people.owner.login, password)
  waits = await Waits.measure(server)
}, 300_000)

afterAll(async () => {
  await database.end()
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

/**
 * Longer answers are refused. Latin letters take half of these bytes; characters that JSON escapes take three
 * times as many.
 */
const maxBytes = 40_000_000
/** The limit of a file, which has all rows of a list. */
const maxFileBytes = 1_000_000_000

type Asked = { method: string; path: string; body?: object }

/** Sends a request as the owner. @returns the status and the number of bytes in the answer */
function ask({ method, path, body }: Asked): Promise<{ status: number; bytes: number }> {
  const content = body && Buffer.from(JSON.stringify(body))
  return new Promise((resolve, reject) => {
    const sent = request(`${server.address}${path}`, {
      method,
      headers: {
        ...owner.headers(),
        ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
      },
    })
    sent.once('error', reject).once('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.once('close', () => resolve({ status: answer.statusCode ?? 0, bytes }))
    })
    sent.end(content)
  })
}

/** The row with the longest answer, by the path of the call. */
const idOf = (path: string): number | undefined =>
  [
    { begins: /^\/(tasks|listing\/times)\//, id: rows.task },
    { begins: /^\/supplies\/:id\/labels/, id: rows.manyBoxes },
    { begins: /^\/(supplies|listing\/(boxes|scans))\//, id: rows.supply },
    { begins: /^\/products\//, id: rows.product },
    { begins: /^\/(instructions|listing\/(readers|revisions))\//, id: rows.instruction },
    { begins: /^\/(imports|listing\/import_rows)\//, id: rows.import },
  ].find(({ begins }) => begins.test(path))?.id

function addressOf(call: Call): string {
  const path = call.path
    .replace('/box/:id', `/box/${rows.box}`)
    .replace(/:\w+/g, String(idOf(call.path) ?? 1))
  const { shape } = call.query
  const query = { ...('limit' in shape && { limit: '200' }), ...('q' in shape && { q: 'набор' }) }
  return `/api${path}?${new URLSearchParams(query as Record<string, string>)}` // each value is a string
}

/** The address of a call that returns a file, with one of its formats. */
const fileAddressOf = (call: Call, format: string): string =>
  `${addressOf(call)}&${new URLSearchParams({ format })}`

const all = Object.entries(calls).flatMap(([feature, named]) =>
  Object.entries<Call>(named).map(([name, call]) => ({ name: `${feature}.${name}`, call })),
)
/** Every reading call. Lists use the longest page. */
const reading = all.filter(({ call }) => call.method === 'GET' || 'isList' in call)

/** Waits for the end of an import without a time limit. */
async function waitForImport(id: number): Promise<{ refused: number | null }> {
  for (;;) {
    const { import: found } = await owner.call<{ import: { state: string; refused: number | null } }>(
      'GET',
      `/imports/${id}`,
    )
    if (found.state === 'done' || found.state === 'failed') return found
    await sleep(100)
  }
}

async function findFaults(name: string, asked: Asked, most = maxBytes): Promise<string[]> {
  const { done, tooLongMs } = await waits.findLongest(() => ask(asked))
  const faults: string[] = []
  // 502 is the right answer if a foreign service is unavailable.
  if ((done.status >= 500 && done.status !== 502) || done.status < 200) faults.push(`answered ${done.status}`)
  if (done.bytes > most) faults.push(`answered ${done.bytes} bytes`)
  if (tooLongMs !== null) faults.push(`kept others waiting for ${tooLongMs} ms`)
  return faults.map((fault) => `${name} ${fault}`)
}

test('no answer of a reading call with rows of maximum length makes other requests wait', {
  timeout: 600_000,
}, async () => {
  const faults: string[] = []
  for (const { name, call } of reading) {
    const body = call.method === 'GET' ? {} : { body: {} }
    faults.push(...(await findFaults(name, { method: call.method, path: addressOf(call), ...body })))
  }
  expect(faults).toEqual([])
  for (const name of ['boxes', 'get', 'packing', 'labels'] as const) {
    const call: Call = calls.supplies[name]
    const body = call.method === 'GET' ? {} : { body: {} }
    expect(await ask({ method: call.method, path: addressOf(call), ...body })).toMatchObject({ status: 200 })
  }
})

test(`no downloaded file with rows of maximum length makes other requests wait (TEST_DAY=${testDay})`, {
  timeout: 600_000,
}, async () => {
  const faults: string[] = []
  const files = all.filter(({ call }) => 'isList' in call || ('isFile' in call && call.method === 'GET'))
  for (const file of files) {
    const { name, call } = file
    const formats = 'isList' in call || 'format' in call.query.shape ? ['csv', 'xlsx'] : ['']
    // Each list is downloaded in one format today and in the other format tomorrow.
    const todays = formats.filter((_, at) => isToday(files.indexOf(file) + at, formats.length))
    for (const format of todays) {
      const path = format ? fileAddressOf(call, format) : addressOf(call)
      const asked = { method: call.method, path, ...(call.method === 'GET' ? {} : { body: {} }) }
      faults.push(...(await findFaults(`${name} ${format}`, asked, maxFileBytes)))
    }
  }
  expect(faults).toEqual([])
})

test('an import report with the maximum number of errors makes nobody wait', {
  timeout: 120_000,
}, async () => {
  const asked = { method: 'GET', path: `/api/imports/${rows.manyErrors}` }
  expect([await findFaults('report', asked), (await ask(asked)).status]).toEqual([[], 200])
})

test('an import of cells with thousands of barcodes makes nobody wait', { timeout: 240_000 }, async () => {
  // A cell has at most 10,000 characters.
  const lines = Array.from({ length: 1800 }, (_, at) => `I-${at};Набор;"${'a,'.repeat(4999)}a"\n`)
  const form = new FormData()
  form.set('file', new Blob([`Артикул;Название;Штрихкоды\n${lines.join('')}`]), 'worst.csv')
  form.set('dry_run', '1')
  const { done, tooLongMs } = await waits.findLongest(async () => {
    const sent = await fetch(`${server.address}/api/products/import`, {
      method: 'POST',
      headers: owner.headers(),
      body: form,
    })
    const { import: started } = (await sent.json()) as { import: { id: number } }
    return waitForImport(started.id)
  })
  expect([done.refused, tooLongMs]).toEqual([1800, null])
})

test('the OpenAPI description has all calls and makes nobody wait', {
  timeout: 120_000,
}, async () => {
  const first = await findFaults('openapi.json', { method: 'GET', path: '/api/openapi.json' })
  const described = await owner.call<{ paths: Record<string, object> }>('GET', '/openapi.json')
  const missing = all.filter(({ call }) => {
    const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
    return !Object.hasOwn(described.paths[path] ?? {}, call.method.toLowerCase())
  })
  expect([first, missing]).toEqual([[], []])
})

test('storing and publishing texts that are slow to parse make nobody wait', {
  timeout: 240_000,
}, async () => {
  const many = Array.from({ length: 250 }, (_, index) => ({ key: `worst.t${index + 1}`, ru: slowText }))
  const faults: string[] = []
  let round = 0
  const stored = await waits.findLongest(() => {
    round += 1
    const localizations = many.map(({ key, ru }) => ({
      key,
      ru,
      en: `${'x'.repeat(round)}${ru.slice(0, 1938)}`,
    }))
    return ask({ method: 'POST', path: '/api/localizations', body: { localizations } })
  })
  expect(stored.done.status).toBe(200)
  if (stored.tooLongMs !== null) faults.push(`storing kept others waiting for ${stored.tooLongMs} ms`)
  faults.push(...(await findFaults('sync', { method: 'POST', path: '/api/localizations/sync' })))
  faults.push(...(await findFaults('what the server says', { method: 'GET', path: '/api/tasks/999999999' })))
  expect(faults).toEqual([])
})
