import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { connectionKey } from '../../limits/client-address.ts'
import { readUnacknowledged } from '../answers/unacknowledged.ts'
import { connectionsWithin, descriptorsFor, readDescriptorLimit } from './descriptors.ts'

/** Timeouts of Node itself, ms. A client sends the head of its request at once or not at all. */
export const nodeLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/**
 * Answers one request of a connection at a time. Ends a connection that sends another request before the
 * answer, because no browser and no proxy does so. Answers that wait behind others would keep their files
 * open for good if the connection ends, because Node does not notify them. A packet of many requests would
 * also be answered without a pause for other work.
 * @param refuse answers a request that must not reach the routes; false: the request may reach them
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
  /** All connections of the process. */
  all: number
  /**
   * Connections of the process without a request in progress: opened in advance, or kept for the next call.
   */
  quiet: number
  /** All connections of one client. */
  ofClient: number
  /** Ms after which an answer ends if the client takes nothing more of it. */
  stallMs: number
}

/**
 * 2,000 quiet connections are far more than browsers keep, and far fewer than a process may have. 1,000
 * connections are an office of 140 people behind one address, with six connections and a stream of events
 * each. A client that reads 1 KB/s accepts more data only when its buffer is empty, which usually has 128 KB,
 * so 180 s are enough to see progress of such a slow reader.
 */
const usual = { quiet: 2000, ofClient: 1000, stallMs: 180_000 }

/**
 * Divisors of the total where it is small: half of the connections may be quiet, a quarter may be of one
 * client.
 */
const shares = { quiet: 2, ofClient: 4 }

/** The usual limits, reduced to what fits into the descriptors that the process may open. */
export function limitsWithin(descriptors: number): ConnectionLimits {
  const all = connectionsWithin(descriptors)
  const within = (name: keyof typeof shares) =>
    Math.max(1, Math.min(usual[name], Math.floor(all / shares[name])))
  return { ...usual, all, quiet: within('quiet'), ofClient: within('ofClient') }
}

/** Warnings for the operator if the usual limits do not fit into the descriptors. */
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

/** The number of open connections of a client, and those of them that are quiet, the longest quiet first. */
type Client = { open: number; readonly quiet: Set<Connection> }

type Connection = {
  readonly socket: Socket
  readonly client: Client
  /** When it became quiet (`performance.now()`), and how many bytes had arrived by then. */
  quiet: { since: number; bytesRead: number }
}

/** Progress of an answer, and the number of looks since it last changed. */
type Sending = Progress & { looks: number }
type Progress = { taken: number; left: number; unacknowledged?: number | undefined }

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #clients = new Map<string, Client>()
  readonly #open = new Map<Socket, Connection>()
  /** The longest quiet first. */
  readonly #quiet = new Set<Connection>()
  readonly #sending = new Map<Socket, Sending>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  /** @param key the client whose connections are counted; null: the connection serves many clients */
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
    // If all other connections of the client are busy, the quiet one is the new one itself.
    if (client.open > this.#limits.ofClient) this.#endFirst(client.quiet)
    // Ends the connection that has been quiet the longest, or the new one itself.
    else if (this.#open.size > this.#limits.all) this.#endFirst(this.#quiet)
  }

  /** @param whenOver receives a callback, which it calls when the answer is over, complete or not */
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
   * Checks each answer in progress, and ends the connection after `looksPerStall` looks without progress.
   * Ends it with a reset, because after a plain close the system keeps the data that nobody takes for
   * minutes. Counts looks and not time, so that a process that was suspended does not blame its clients.
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

  /** Connections that have been quiet for this long, except those on which a request has begun to arrive. */
  findQuiet(forMs: number): Socket[] {
    const latest = performance.now() - forMs
    return [...this.#quiet]
      .filter(({ socket, quiet }) => quiet.since <= latest && quiet.bytesRead === socket.bytesRead)
      .map(({ socket }) => socket)
  }

  /** Ends all connections, also those with a request in progress. */
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
    // Mark it busy at once, because its close event comes later, and more connections may open before.
    this.#setBusy(first)
    first.socket.destroy()
  }
}

/**
 * Bytes of complete writes that the system has accepted, and bytes left of the current write. Neither changes
 * while a client takes nothing, even if the client sends data or more data is queued.
 */
function readProgress(socket: Socket): Progress {
  // Node exposes the progress of a single write only here. Its own socket timeouts read the same field.
  const { _handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return { taken: socket.bytesWritten - socket.writableLength, left: _handle?.writeQueueSize ?? 0 }
}

/**
 * Looks one after another, because a look takes long on a busy machine, and two at once would count twice.
 */
async function repeatLooks(connections: Connections, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Rejects on abort. The loop condition handles that.
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    await connections.endStalled()
  }
}

/**
 * Enforces the limits of connections. A client that opens thousands ends its own connections, and other
 * clients can still connect.
 * @param countsClients false behind a proxy, because each of its connections serves all clients
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
