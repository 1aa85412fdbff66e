import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveEvent } from '@artel/contract/events'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { type Connection, keepAliveInitialDelayMillis, type Root } from '../database/open.ts'
import { batchesOf } from './batches.ts'

/** The recipients: everyone; some users together with all admins and owners; or only some users. */
export type Audience = 'everyone' | readonly number[] | { only: readonly number[] }
export type Announcement = { companyId: number; event: LiveEvent; audience: Audience }

export type LiveEvents = {
  /** Sends committed announcements to all processes, after a short delay. */
  publish(announcements: readonly Announcement[]): void
  /** @returns a function that unsubscribes */
  subscribe(listener: (announcement: Announcement) => void): () => void
  close(): Promise<void>
}

const channel = 'artel_live'
const flushMs = 25
const reconnectMs = 1000
const connectMs = 5000
/**
 * Consecutive failures after which a flush gives up, because the database is probably down and the rest would
 * fail too.
 */
const mostFailures = 3

/**
 * Live events over LISTEN/NOTIFY, so that all processes receive the events of each other. They are sent after
 * the commit and in batches, because a notify in each transaction would cost almost half of the write rate.
 * If a process dies and loses an event, the periodic refresh of the screens makes up for it.
 */
export function openLiveEvents(root: Root, connection: Connection, log: FastifyBaseLogger): LiveEvents {
  const listeners = new Set<(announcement: Announcement) => void>()
  const sending = new Batches(root, log)
  const listening = new Listening(connection, log, (announcements) => {
    for (const announcement of announcements) for (const listener of listeners) listener(announcement)
  })
  return {
    publish: (announcements) => sending.add(announcements),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      await sending.flush()
      await listening.close()
    },
  }
}

class Batches {
  #waiting: Announcement[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #root: Root
  readonly #log: FastifyBaseLogger

  constructor(root: Root, log: FastifyBaseLogger) {
    this.#root = root
    this.#log = log
  }

  add(announcements: readonly Announcement[]): void {
    if (announcements.length === 0) return
    this.#waiting.push(...announcements)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs)
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const all = this.#waiting.splice(0)
    let failures = 0
    for (const payload of batchesOf(all)) {
      try {
        await sql`select pg_notify(${channel}, ${payload})`.execute(this.#root)
        failures = 0
      } catch (error) {
        this.#log.warn({ err: error }, 'live events were not sent')
        if (++failures === mostFailures) return
      }
    }
  }
}

class Listening {
  #client: pg.Client | undefined
  #isClosed = false
  readonly #done: Promise<void>

  constructor(connection: Connection, log: FastifyBaseLogger, hear: (announcements: Announcement[]) => void) {
    this.#done = this.#run(connection, log, hear)
  }

  /** Listens on a connection of its own, and reconnects when it is lost. */
  async #run(connection: Connection, log: FastifyBaseLogger, hear: (announcements: Announcement[]) => void) {
    const options = typeof connection === 'string' ? { connectionString: connection } : connection
    while (!this.#isClosed) {
      const client = new pg.Client({
        ...options,
        application_name: 'artel-live',
        keepAlive: true,
        keepAliveInitialDelayMillis,
        connectionTimeoutMillis: connectMs,
      })
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()))
      client.on('notification', ({ payload }) => hear(JSON.parse(payload ?? '[]')))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        this.#client = client
        if (this.#isClosed) await client.end()
        await ended
      } catch (error) {
        log.debug({ err: error }, 'live events wait for the database')
      }
      if (!this.#isClosed) await sleep(reconnectMs)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
    await this.#done
  }
}
