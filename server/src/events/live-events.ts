import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Announcement } from '../database/announcement.ts'
import { type Connection, keepAliveInitialDelayMillis, type Root } from '../database/connection/open.ts'
import { batchesOf } from './batches.ts'
import { RecentEvents } from './recent-events.ts'

type Listener = (announcement: Announcement) => void

export type LiveEvents = {
  /** Sends committed announcements to all processes, after a short delay. */
  publish(announcements: readonly Announcement[]): void
  /**
   * `onGap`: called when announcements may have been missed, because this process did not listen for a time.
   * @returns a function that unsubscribes
   */
  subscribe(listener: Listener, onGap?: () => void): () => void
  /** See `RecentEvents.since`. */
  since(since: number, companyId: number): Announcement[] | null
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
const maxFailures = 3

/** The name by which a process is known to the database while it runs, with the fingerprint of its key. */
export const liveNameOf = (fingerprint?: string): string =>
  fingerprint === undefined ? 'artel-live' : `artel-live ${fingerprint}`

/**
 * Live events over LISTEN/NOTIFY, so that all processes receive the events of each other. They are sent after
 * the commit and in batches, because a notify in each transaction would cost almost half of the write rate.
 * A process that did not listen for a time tells its listeners. If a process dies before it sends an event,
 * the periodic refresh of the screens makes up for it.
 */
export function openLiveEvents(
  root: Root,
  connection: Connection,
  log: FastifyBaseLogger,
  name = liveNameOf(),
): LiveEvents {
  const subscriptions = new Set<{ listener: Listener; onGap: (() => void) | undefined }>()
  const recent = new RecentEvents()
  const sending = new Batches(root, log)
  const listening = new Listening(connection, log, name, {
    onBatch: (announcements) => {
      for (const announcement of announcements) {
        recent.add(announcement)
        for (const { listener } of subscriptions) listener(announcement)
      }
    },
    onListening: () => {
      recent.restart()
      for (const { onGap } of subscriptions) onGap?.()
    },
  })
  return {
    publish: (announcements) => sending.add(announcements),
    subscribe: (listener, onGap) => {
      const subscription = { listener, onGap }
      subscriptions.add(subscription)
      return () => subscriptions.delete(subscription)
    },
    since: (since, companyId) => recent.since(since, companyId),
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
        if (++failures === maxFailures) return
      }
    }
  }
}

type ListeningHandlers = {
  onBatch(announcements: Announcement[]): void
  /** Called each time when listening begins, after the start or a lost connection. */
  onListening(): void
}

class Listening {
  #client: pg.Client | undefined
  #isClosed = false
  readonly #done: Promise<void>

  constructor(connection: Connection, log: FastifyBaseLogger, name: string, handlers: ListeningHandlers) {
    this.#done = this.#run(connection, log, name, handlers)
  }

  /** Listens on a connection of its own, and reconnects when it is lost. */
  async #run(connection: Connection, log: FastifyBaseLogger, name: string, handlers: ListeningHandlers) {
    const options = typeof connection === 'string' ? { connectionString: connection } : connection
    while (!this.#isClosed) {
      const client = new pg.Client({
        ...options,
        application_name: name,
        keepAlive: true,
        keepAliveInitialDelayMillis,
        connectionTimeoutMillis: connectMs,
      })
      const ended = new Promise<void>((resolve) => client.once('end', resolve).on('error', () => resolve()))
      client.on('notification', ({ payload }) => handlers.onBatch(JSON.parse(payload ?? '[]')))
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        this.#client = client
        handlers.onListening()
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
