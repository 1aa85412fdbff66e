import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Long enough for the next request of whoever is at work; browsers at rest are not waited for. */
const lingerMs = 1000
const quietMs = 0.1
const mostTurns = 500

/**
 * To be called before the app listens. @returns how to end it so that a balancer in front loses no request: nobody
 * new gets in, and on a connection that is open one more request is answered, together with the news that it ends.
 * Closing it unannounced, as the server would by itself, meets requests that are on their way.
 */
export function prepareDrain(app: FastifyInstance): () => Promise<void> {
  let isDraining = false
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return async () => {
    isDraining = true
    await quietTurn()
    const emptied = new Promise<void>((resolve) => {
      // Not the HTTP server's own close, which takes the connections at rest with it.
      Server.prototype.close.call(app.server, () => resolve())
    })
    await Promise.race([emptied, sleep(lingerMs, undefined, { ref: false })])
    // Ends the streams, which never would by themselves, and what is at rest.
    await app.close()
    await emptied
  }
}

/**
 * Each turn of the event loop accepts the connections that wait. Right after one so short that it did nothing else
 * hardly any can have come since, and it is these that closing would refuse unheard.
 */
async function quietTurn(): Promise<void> {
  let before = performance.now()
  for (let turns = 0; turns < mostTurns; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = performance.now()
    if (now - before < quietMs) return
    before = now
  }
}
