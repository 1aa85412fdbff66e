import type { CurrentUser } from '@artel/contract/users/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { removeDataDir, runCommand, type Server, startWorker } from '../server.ts'
import { connect, wreak } from './ledger-chaos.ts'
import { LedgerClient } from './ledger-client.ts'
import { countAsked, drawOperation } from './ledger-draw.ts'
import { Model } from './ledger-model.ts'
import { findBrokenChains, findDifferences, readEntries } from './ledger-proof.ts'
import { Site } from './ledger-site.ts'

const operations = Number(process.env.LEDGER_OPERATIONS ?? 10_000)
const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31))
const clients = 24
/** Additional staff, so that most concurrent operations are for different users. */
const hired = 100
/** Time limit, ms. Far more than a run takes, for a busy machine. */
const longestMs = 180_000 + operations * 15

let dataDir: string
let worker: Server
let web: Server
let startWeb: () => Promise<Server>

beforeAll(async () => {
  dataDir = await makeDemoDir()
  const started = await startWorker(dataDir)
  worker = started.worker
  startWeb = () => started.startWeb(undefined, { LOG_LEVEL: 'error' })
  web = await startWeb()
})

afterAll(async () => {
  await web.end('SIGTERM')
  await worker.end('SIGTERM')
  await removeDataDir(dataDir)
})

test(
  `the ledgers match the answers of ${operations} operations despite kills and cuts (LEDGER_SEED=${seed})`,
  async () => {
    const site = new Site(web.address)
    const [owner, admin] = [await signIn(people.owner.login), await signIn(people.admin.login)]
    await hire(owner)
    const who = await staffAnd(admin)
    const before = Math.max(0, ...(await readAll()).map(({ id }) => id))
    const model = new Model()
    const begun = performance.now()
    const chaos = wreak(seed, {
      dataDir,
      site,
      server: web,
      startAgain: startWeb,
      maxAnswers: Math.min(2500, operations / 20),
      countAnswers: () => Object.values(model.counts).reduce((sum, count) => sum + count, 0),
    })
    const work = async (index: number) => {
      const headers = { owner: owner.headers(), admin: admin.headers() }
      const client = new LedgerClient(site, headers, who, model)
      for (let number = 0, asked = 0; asked < operations / clients; number += 1) {
        const operation = drawOperation(seed, index, number, who.length)
        await client.perform(operation)
        asked += countAsked(operation)
      }
    }
    try {
      await Promise.all(Array.from({ length: clients }, (_, index) => work(index)))
    } finally {
      web = await chaos.stop()
      site.close()
    }
    const seconds = (performance.now() - begun) / 1000
    console.log(
      `LEDGER_SEED=${seed}, ${operations} operations in ${seconds.toFixed(0)} s, ${(operations / seconds).toFixed(0)} a second:`,
      JSON.stringify({ ...model.counts, ...chaos.struck }),
    )
    expect(model.faults.slice(0, 20)).toEqual([])
    expect((await findFaults(before, model)).slice(0, 20)).toEqual([])
    // Proves that the run had all outcomes and strikes.
    expect(
      Math.min(...Object.values(model.counts), chaos.struck.server + chaos.struck.connections),
    ).toBeGreaterThan(0)
    expect(model.counts.ok).toBeGreaterThan(model.counts.refused)
    const verified = await runCommand(dataDir, 'verify')
    expect(verified.code, verified.output).toBe(0)
  },
  longestMs,
)

async function signIn(login: string): Promise<ApiClient> {
  const client = new ApiClient(web.address)
  await client.signIn(login, password)
  return client
}

async function hire(owner: ApiClient): Promise<void> {
  for (let number = 0; number < hired; number += 1) {
    const email = `ledger-${number}@artel.demo`
    await owner.call('POST', '/users/create', { first_name: 'Вера', last_name: `Счётова ${number}`, email })
  }
}

/** The users who receive entries: the staff, and the admin, who may not post to themself. */
async function staffAnd(admin: ApiClient): Promise<number[]> {
  const { users } = await admin.call<{ users: { id: number }[] }>('POST', '/users?limit=200', {
    type: 'staff',
    status: 'active',
  })
  const { user } = await admin.call<{ user: CurrentUser }>('POST', '/auth/init')
  return [...users.map(({ id }) => id), user.id]
}

async function withClient<T>(work: (client: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> {
  const client = await connect(dataDir)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const readAll = () => withClient(readEntries)

const findFaults = (before: number, model: Model) =>
  withClient(async (client) => {
    const rows = await readEntries(client)
    return [
      ...(await findBrokenChains(client, rows)),
      ...(await findDifferences(client, rows, before, model)),
    ]
  })
