import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For Node itself: a head arrives at once or was never meant to. */
export const connectionLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/** Far more than browsers keep open between their calls, and far less than a process may have. */
const mostQuiet = 2000

/**
 * Of connections on which nothing is being asked, opened in advance or kept for the next call, so many may be open.
 * For one more the one that has been quiet the longest goes, so that whoever opens thousands displaces themself and
 * everybody else still gets in. At the end none is waited for.
 */
export function limitQuietConnections(app: FastifyInstance): void {
  // In the order in which they became quiet.
  const quiet = new Set<Socket>()
  const rest = (socket: Socket) => {
    if (socket.destroyed) return
    quiet.add(socket)
    const [longest] = quiet
    if (quiet.size > mostQuiet) longest?.destroy()
  }
  app.server.on('connection', (socket: Socket) => {
    socket.once('close', () => quiet.delete(socket))
    rest(socket)
  })
  app.server.on('request', ({ socket }, response) => {
    quiet.delete(socket)
    response.once('close', () => rest(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of quiet) socket.destroy()
  })
}
