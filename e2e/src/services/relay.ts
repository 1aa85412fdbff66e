import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A lost statement: it never arrives, or its answer never arrives. */
type Loss = { statement: string; part: 'question' | 'answer' }

export type Relay = {
  port: number
  /** Breaks all existing connections and accepts new ones. */
  cut(): void
  /** Breaks all connections and refuses new ones until `open`. */
  shut(): void
  open(): void
  /**
   * Delays all data by `delayMs`. The share `stalledShare` of it waits another 500 ms, as with a
   * retransmission.
   */
  slow(delayMs: number, stalledShare?: number): void
  /** Breaks the connection on which the statement is sent next. */
  lose(statement: string, part: Loss['part']): void
  close(): void
}

const stallMs = 500

/**
 * A network link that can fail, between the app and its database or a browser and the app.
 * @param target the socket of the database, or the port of the app
 */
export async function openRelay(target: string | number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isOpen = true
  let [delayMs, stalledShare] = [0, 0]
  let loss: Loss | undefined
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  /** Forwards chunks in order, each after its delay. `isLost` may break the connection instead. */
  const forward = (from: Socket, to: Socket, isLost: (chunk: Buffer) => boolean) => {
    let passed: Promise<unknown> = Promise.resolve()
    from.on('data', (chunk) => {
      if (isLost(chunk)) return void from.destroy()
      const wait = sleep(delayMs + (Math.random() < stalledShare ? stallMs : 0))
      passed = passed.then(() => wait).then(() => to.write(chunk))
    })
    from.on('end', () => passed.then(() => to.end()))
    from.on('close', () => to.destroy())
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    if (!isOpen) return void near.resetAndDestroy()
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    keep(far)
    let isAnswerLost = false
    forward(near, far, (chunk) => {
      if (!loss || !chunk.includes(loss.statement)) return false
      isAnswerLost = loss.part === 'answer'
      loss = undefined
      return !isAnswerLost
    })
    forward(far, near, () => isAnswerLost)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    cut,
    shut: () => {
      isOpen = false
      cut()
    },
    open: () => {
      isOpen = true
    },
    slow: (delay, share = 0) => {
      delayMs = delay
      stalledShare = share
    },
    lose: (statement, part) => {
      loss = { statement, part }
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
