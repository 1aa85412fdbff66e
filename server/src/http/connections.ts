import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { connectionKey } from './client-address.ts'
import { connectionsWithin, descriptorsFor, readDescriptorLimit } from './descriptors.ts'
import { readUnacknowledged } from './unacknowledged.ts'

/** For Node itself: a head arrives at once or was never meant to. */
export const nodeLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/**
 * Answers one request of a connection at a time, and ends a connection that asks for more before it is answered, as no
 * browser and no proxy does. Answers that wait for others would hold their files for good where the connection ends,
 * because Node tells them nothing of it; and a packet of requests would be answered without letting others have a turn.
 * @param refuse answers a request that is not to reach the routes; false: it may
 */
export function answerOneByOne(
  app: FastifyInstance,
  refuse: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const asking = new WeakSet<Socket>()
  const listeners = app.server.listeners('request') as RequestListener[] // those of an HTTP server
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    if (asking.has(socket)) {
      socket.destroy()
      return
    }
    asking.add(socket)
    response.once('finish', () => asking.delete(socket))
    if (refuse(request, response)) return
    for (const listener of listeners) listener.call(app.server, request, response)
  })
}

export type ConnectionLimits = {
  /** Connections of the process, quiet or not. */
  all: number
  /** Connections of the process on which nothing is asked: opened in advance, or kept for the next call. */
  quiet: number
  /** Connections of one client, quiet or not. */
  ofClient: number
  /** Milliseconds after which an answer ends of which the client has taken nothing. */
  stallMs: number
}

/**
 * Browsers keep far fewer quiet connections than 2,000, and a process may have far more. 1,000 are an office of 140
 * people behind one address: six connections each and a stream of events. The machine of a client that reads 1 KB/s
 * lets us send more only where its buffer is empty, which has 128 KB as a rule; so 180 s meet a reader that slow.
 */
const usual = { quiet: 2000, ofClient: 1000, stallMs: 180_000 }

/** One of how many connections may be quiet, or be of one client, where there are few. */
const shares = { quiet: 2, ofClient: 4 }

/** The usual limits, or what fits into the descriptors that the process may open. */
export function limitsWithin(descriptors: number): ConnectionLimits {
  const all = connectionsWithin(descriptors)
  const within = (name: keyof typeof shares) =>
    Math.max(1, Math.min(usual[name], Math.floor(all / shares[name])))
  return { ...usual, all, quiet: within('quiet'), ofClient: within('ofClient') }
}

/** What the keeper is to know where the usual limits do not fit. */
export function warnOfDescriptors(descriptors = readDescriptorLimit()): string[] {
  const enough = descriptorsFor(Math.max(usual.quiet * shares.quiet, usual.ofClient * shares.ofClient))
  if (descriptors >= enough) return []
  const { all, ofClient } = limitsWithin(descriptors)
  const few = `The process may open ${descriptors} files and connections`
  return [
    `${few}, so that it keeps ${all} connections, ${ofClient} of one client. Allow ${enough} (ulimit -n)`,
  ]
}

const looksPerStall = 10

/** How many connections a client has open, and those of them that are quiet, the one that is so the longest first. */
type Client = { open: number; readonly quiet: Set<Connection> }

type Connection = {
  readonly socket: Socket
  readonly client: Client
  /** Since when it is quiet (`performance.now()`), and how much had arrived by then. */
  quiet: { since: number; bytesRead: number }
}

/** How far an answer has come, and how many looks have found it there. */
type Sending = Progress & { looks: number }
type Progress = { taken: number; left: number; unacknowledged?: number | undefined }

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #clients = new Map<string, Client>()
  readonly #open = new Map<Socket, Connection>()
  /** The one that is so the longest first. */
  readonly #quiet = new Set<Connection>()
  readonly #sending = new Map<Socket, Sending>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  /** @param key the client whose connections are counted; null: they are of many */
  open(socket: Socket, key: string | null): void {
    const client = this.#clients.get(key ?? '') ?? { open: 0, quiet: new Set() }
    const connection = { socket, client, quiet: { since: 0, bytesRead: 0 } }
    if (key !== null) this.#clients.set(key, client)
    this.#open.set(socket, connection)
    client.open += 1
    socket.once('close', () => {
      this.#open.delete(socket)
      this.#sending.delete(socket)
      this.#setBusy(connection)
      client.open -= 1
      if (key !== null && client.open === 0) this.#clients.delete(key)
    })
    this.#setQuiet(connection)
    // Where all others of the client are busy the quiet one is the new one itself.
    if (client.open > this.#limits.ofClient) this.#endFirst(client.quiet)
    // The one that is quiet for longest, or the new one itself.
    else if (this.#open.size > this.#limits.all) this.#endFirst(this.#quiet)
  }

  /** @param whenOver is told what to do when the answer is over, whole or not */
  answer(socket: Socket, whenOver: (over: () => void) => void): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#setBusy(connection)
    this.#sending.set(socket, { taken: 0, left: 0, looks: 0 })
    whenOver(() => {
      this.#sending.delete(socket)
      this.#setQuiet(connection)
    })
  }

  /**
   * Looks at each answer on its way, and ends the connection where `looksPerStall` looks have met no progress: with a
   * reset, because a plain close leaves to the system what nobody takes, for minutes. Looks are counted and not time,
   * so that a process that was suspended does not blame its clients.
   */
  async endStalled(): Promise<void> {
    const waiting = [...this.#sending].filter(([socket, sending]) => {
      const progress = readProgress(socket)
      const isStill = progress.taken === sending.taken && progress.left === sending.left
      if (isStill && socket.writableLength > 0) return true
      Object.assign(sending, { ...progress, unacknowledged: undefined, looks: 0 })
      return false
    })
    const unacknowledged = await readUnacknowledged(waiting.map(([socket]) => socket))
    for (const [socket, sending] of waiting) {
      const left = unacknowledged.get(socket)
      const isStill = sending.unacknowledged === undefined || sending.unacknowledged === left
      sending.unacknowledged = left
      sending.looks = isStill ? sending.looks + 1 : 0
      if (sending.looks >= looksPerStall && !socket.destroyed) socket.resetAndDestroy()
    }
  }

  /** Those that have been quiet for so long, but for those on which a request has begun to arrive. */
  findQuiet(forMs: number): Socket[] {
    const latest = performance.now() - forMs
    return [...this.#quiet]
      .filter(({ socket, quiet }) => quiet.since <= latest && quiet.bytesRead === socket.bytesRead)
      .map(({ socket }) => socket)
  }

  /** Ends all, whatever is on its way. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #setQuiet(connection: Connection): void {
    const { socket, client } = connection
    if (socket.destroyed) return
    connection.quiet = { since: performance.now(), bytesRead: socket.bytesRead }
    client.quiet.add(connection)
    this.#quiet.add(connection)
    if (this.#quiet.size > this.#limits.quiet) this.#endFirst(this.#quiet)
  }

  #setBusy(connection: Connection): void {
    connection.client.quiet.delete(connection)
    this.#quiet.delete(connection)
  }

  #endFirst([first]: Set<Connection>): void {
    if (!first) return
    // At once, because its close is told of later, and more may come before.
    this.#setBusy(first)
    first.socket.destroy()
  }
}

/**
 * Bytes of whole writes that the system has taken, and how much of the write under way is left. Both stand still while
 * a client takes nothing, whatever it sends and whatever is added behind.
 */
function readProgress(socket: Socket): Progress {
  // The one place where Node tells of a part of a write; its own timeouts of sockets look there, too.
  const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return { taken: socket.bytesWritten - socket.writableLength, left: _handle?.writeQueueSize ?? 0 }
}

/** One after another, because a look takes its time on a busy machine, and two at once would count twice. */
async function repeatLooks(connections: Connections, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Rejects when the signal comes, which the condition sees.
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    await connections.endStalled()
  }
}

/**
 * Holds the limits of connections. Whoever opens thousands displaces their own, and everybody else still gets in.
 * @param countsClients off behind a proxy, whose connections are of all clients
 */
export function watchConnections(
  app: FastifyInstance,
  countsClients: boolean,
  limits = limitsWithin(readDescriptorLimit()),
): Connections {
  const connections = new Connections(limits)
  app.server.on('connection', (socket: Socket) =>
    connections.open(socket, countsClients ? connectionKey(socket) : null),
  )
  app.server.on('request', ({ socket }, response) =>
    connections.answer(socket, (over) => response.once('close', over)),
  )
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())
  void repeatLooks(connections, limits.stallMs / looksPerStall, closing.signal)
  return connections
}
