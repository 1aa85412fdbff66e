import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@artel/contract/tasks/tasks'
import type { CurrentUser } from '@artel/contract/users/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { makeDemoDir } from '../demo-dir.ts'
import { password, people } from '../people.ts'
import { randomFrom } from '../random.ts'
import { killAtStart, removeDataDir, runCommand, type Server, startServer } from '../server.ts'
import { Writes } from './kill-writes.ts'

const rounds = Number(process.env.KILLS ?? 12)
const seed = Number(process.env.KILLS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const longestRoundMs = 60_000
/** Time limit of a start, ms. The goal is 10 s on an idle machine. */
const startLimitMs = 30_000

const settings = { RATE_LIMIT: '0', LOG_LEVEL: 'fatal' }
const random = randomFrom(seed)
let dataDir: string
let server: Server
let [admin, staff]: ApiClient[] = []
let stepping: number[]

beforeAll(async () => {
  dataDir = await makeDemoDir()
  server = await startServer(dataDir, settings)
  admin = await signIn(people.admin.login)
  staff = await signIn(people.staff.login)
  const { user } = await staff.call<{ user: CurrentUser }>('POST', '/auth/init')
  const tasks = [1, 2].map((n) => ({ title: `Под ударом ${n}`, user_id: user.id }))
  const made = await admin.call<{ tasks: Task[] }>('POST', '/tasks/create_many', { tasks })
  stepping = made.tasks.map(({ id }) => id)
})

afterAll(async () => {
  await server.end('SIGTERM')
  await removeDataDir(dataDir)
})

async function signIn(login: string): Promise<ApiClient> {
  const client = new ApiClient(server.address)
  await client.signIn(login, password)
  return client
}

type Victim = 'server' | 'both' | 'postmaster' | 'backend'

const victims: readonly Victim[] = ['server', 'server', 'both', 'both', 'postmaster', 'backend']
const isServerGone = (victim: Victim) => victim === 'server' || victim === 'both'

async function strike(victim: Victim): Promise<void> {
  const postmaster = await postmasterPid()
  if (victim === 'both' || victim === 'postmaster') process.kill(postmaster, 'SIGKILL')
  if (victim === 'backend') process.kill(await childOf(postmaster), 'SIGKILL')
  if (isServerGone(victim)) await server.end('SIGKILL')
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])

/**
 * A random process of the database: one that serves a connection, writes the log or tables, or another one.
 */
async function childOf(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  return pids[Math.floor(random() * pids.length)] ?? postmaster
}

async function startAgain(): Promise<number> {
  // A server may be killed again before it is up.
  if (random() < 0.25) await killAtStart(dataDir, settings, random() * 1500)
  const begun = performance.now()
  server = await startServer(dataDir, settings)
  for (const client of [admin, staff]) if (client) client.address = server.address
  return performance.now() - begun
}

async function waitForWrite(writes: Writes): Promise<number> {
  const [begun, before] = [performance.now(), writes.acknowledged]
  // Twenty, because some earlier writes may still be acknowledged.
  while (writes.acknowledged < before + 20) await sleep(20)
  return performance.now() - begun
}

const figure = (times: readonly number[]) => {
  const sorted = [...times].sort((one, other) => one - other)
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `median ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms of ${sorted.length}`
}

test(
  `no acknowledged write is lost or duplicated over ${rounds} kills (KILLS_SEED=${seed})`,
  async () => {
    const [starts, recoveries]: [number[], number[]] = [[], []]
    let [acknowledged, unknown] = [0, 0]
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[Math.floor(random() * victims.length)] ?? 'server'
      const writes = new Writes(admin as ApiClient, staff as ApiClient, random) // signed in earlier
      const stop = writes.start(stepping)
      await sleep(100 + random() * 900)
      await strike(victim)
      if (isServerGone(victim)) {
        await stop()
        starts.push(await startAgain())
      } else {
        recoveries.push(await waitForWrite(writes))
        await stop()
      }
      acknowledged += writes.acknowledged
      unknown += writes.unknown
      await writes.settle()
      await writes.check()
      const verified = await runCommand(dataDir, 'verify')
      expect(verified.code, `${victim}, round ${round}: ${verified.output}`).toBe(0)
    }
    console.log(
      `KILLS_SEED=${seed}, ${rounds} kills: ${acknowledged} acknowledged, ${unknown} of unknown outcome`,
    )
    console.log(`start after a kill: ${figure(starts)}; back by itself: ${figure(recoveries)}`)
    expect(Math.max(...starts, ...recoveries)).toBeLessThan(startLimitMs)
  },
  rounds * longestRoundMs,
)
