import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { randomFrom } from '../random.ts'
import { readDatabase, type Server } from '../server.ts'
import type { Site } from './ledger-site.ts'

const victims = [
  'server',
  'server',
  'server',
  'connections',
  'connections',
  'connections',
  'backend',
] as const

export type Chaos = {
  /** The number of strikes on each victim. */
  struck: Record<(typeof victims)[number], number>
  /** Stops the strikes and waits until the last victim is up again. @returns the server that answers now */
  stop(): Promise<Server>
}

/** A separate connection of the test to the embedded database of a folder. */
export async function connect(dataDir: string): Promise<pg.Client> {
  const { folder: host, password } = await readDatabase(join(dataDir, 'postgres'))
  const client = new pg.Client({ host, user: 'artel', database: 'artel', password })
  // PostgreSQL ends all connections if one of its processes is killed.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

type Scene = {
  dataDir: string
  site: Site
  server: Server
  startAgain: () => Promise<Server>
  /**
   * The maximum of answers between two strikes. It makes the number of strikes the same on slow and fast
   * machines.
   */
  maxAnswers: number
  /** The number of answers so far. */
  countAnswers: () => number
}

/** Repeatedly kills the server, a process of the database, or some of the connections between them. */
export function wreak(seed: number, scene: Scene): Chaos {
  const { dataDir, site, startAgain, countAnswers, maxAnswers } = scene
  const random = randomFrom(seed ^ 0x5bd1e995)
  const struck = { server: 0, connections: 0, backend: 0 }
  let { server } = scene
  let isOver = false
  const strike = {
    server: async () => {
      await server.end('SIGKILL')
      server = await startAgain()
      site.address = server.address
    },
    connections: () =>
      onDatabase(dataDir, async (client) => {
        await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < $1`,
          [random()],
        )
      }),
    backend: () =>
      onDatabase(dataDir, async () => {
        const lock = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')
        const postmaster = lock.split('\n')[0]
        const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
        const pids = children.trim().split(' ').map(Number)
        const pid = pids[Math.floor(random() * pids.length)]
        if (pid) process.kill(pid, 'SIGKILL')
      }),
  }
  const running = (async () => {
    while (!isOver) {
      const due = countAnswers() + maxAnswers * (0.2 + 0.8 * random())
      const victim = victims[Math.floor(random() * victims.length)] ?? 'server'
      while (countAnswers() < due && !isOver) await sleep(1 + random() * 20)
      if (isOver) return
      struck[victim] += 1
      const done = strike[victim]()
      // Clients wait while the server is down.
      if (victim === 'server') site.ready = done
      await done
    }
  })()
  return {
    struck,
    stop: async () => {
      isOver = true
      await running
      return server
    },
  }
}

async function onDatabase(dataDir: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connect(dataDir).catch(() => null)
  // The database may still be starting after the previous strike.
  if (!client) return
  await work(client).catch(() => undefined)
  await client.end().catch(() => undefined)
}
