import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** For Node itself: a head arrives at once or was never meant to. */
export const connectionLimits = { headersTimeout: 20_000, connectionsCheckingInterval: 5000 }

/**
 * Answers one request of a connection at a time, and ends a connection that asks for more before it is answered, as no
 * browser and no proxy does. Answers that wait for others would hold their files for good where the connection ends,
 * because Node tells them nothing of it; and a packet of requests would be answered without letting others have a turn.
 */
export function answerOneByOne(app: FastifyInstance): void {
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
    for (const listener of listeners) listener.call(app.server, request, response)
  })
}

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
