import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Connections } from './connections.ts'

export type DrainTimes = {
  /** Ms that a connection at rest is kept, which is enough for the next request of a client at work. */
  lingerMs: number
  /** Ms after which the connections that are left are cut. */
  graceMs: number
}

const lookMs = 20
const quietMs = 0.1
/** After so many ms a turn of twice the length is quiet enough, and so on. */
const patienceMs = 50
const longestMs = 1000

/**
 * Has `app.close()` end the connections so that a balancer in front loses no request: on a connection that is open one
 * more request is answered, together with the news that it ends. To be called when all other hooks are there, because
 * those that end streams come first.
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
      // However long it has been at rest before, its next request may be on its way.
      if (pastMs < lingerMs || connections.findQuiet(lingerMs).length === 0) continue
      // What has arrived by now is read first.
      await quietTurn()
      for (const socket of connections.findQuiet(lingerMs)) socket.destroy()
    }
  })
}

/** Closes the port where the fewest connections wait to be accepted, and then the rest. */
export async function closeGently(app: FastifyInstance): Promise<void> {
  await quietTurn()
  stopListening(app)
  await app.close()
}

/** The HTTP server's own close takes with it the connections that it thinks to be at rest. */
const stopListening = (app: FastifyInstance): unknown => Server.prototype.close.call(app.server)

/**
 * Each turn of the event loop accepts the connections that wait. Right after one so short that it did nothing else
 * hardly any can have come since, and it is these that closing would refuse unheard. The busier the process, the longer
 * the turn that has to do.
 */
async function quietTurn(): Promise<void> {
  const begun = performance.now()
  for (let before = begun; before - begun < longestMs; ) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    if (now - before < quietMs * (1 + (now - begun) / patienceMs)) return
    before = now
  }
}
