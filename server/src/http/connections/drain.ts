import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Connections } from './connections.ts'

export type DrainTimes = {
  /** Ms that an idle connection is kept, enough for the next request of an active client. */
  lingerMs: number
  /** Ms after which the remaining connections are cut. */
  graceMs: number
}

const lookMs = 20
const quietMs = 0.1
/** Each time this many ms have passed, the longest turn that counts as quiet grows by its first length. */
const patienceMs = 50
const longestMs = 1000

/**
 * Makes `app.close()` end the connections so that a load balancer in front loses no request: an open
 * connection gets one more answer, which says that the connection ends. Call it after all other hooks are
 * added, because those that end streams must come first.
 */
export function drainAtClose(
  app: FastifyInstance,
  connections: Connections,
  { lingerMs, graceMs }: DrainTimes,
): void {
  let isDraining = false
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isDraining = true
    stopListening(app)
    const begun = performance.now()
    for (; connections.count > 0; await sleep(lookMs)) {
      const pastMs = performance.now() - begun
      if (pastMs >= graceMs) connections.cut()
      // However long the connection has been idle, its next request may be on its way.
      if (pastMs < lingerMs || connections.findQuiet(lingerMs).length === 0) continue
      // Data that has arrived by now is read first.
      await quietTurn(app)
      for (const socket of connections.findQuiet(lingerMs)) socket.destroy()
    }
  })
}

/** Closes the port when few connections wait to be accepted, and then everything else. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  await quietTurn(app)
  stopListening(app)
  await app.close()
}

/** The HTTP server's own close would also end connections that it considers idle. */
const stopListening = (app: FastifyInstance): unknown => Server.prototype.close.call(app.server)

/**
 * Waits for a short turn of the event loop that accepted no connection. A turn accepts one connection at most, so
 * none was waiting when such a turn began, and hardly any can have come since. Closing the port refuses waiting
 * connections without an answer. On a busy process turns are longer, so the longest quiet turn grows with time.
 */
async function quietTurn(app: FastifyInstance): Promise<void> {
  let accepted = 0
  const count = () => (accepted += 1)
  app.server.on('connection', count)
  // The rest of the current turn may come after its connection was accepted.
  await endOfTurn()
  const begun = performance.now()
  for (let before = begun; before - begun < longestMs; ) {
    const acceptedBefore = accepted
    await endOfTurn()
    const now = performance.now()
    if (accepted === acceptedBefore && now - before < quietMs * (1 + (now - begun) / patienceMs)) break
    before = now
  }
  app.server.off('connection', count)
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
