import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  address: string
  /** Sets the servers that receive calls, in turns. */
  serve(addresses: readonly string[]): void
  close(): void
}

/**
 * A minimal balancer: round robin, persistent connections, no sticky sessions. It skips a server that refuses
 * a connection. If a connection breaks during a call, the answer is 502.
 */
export async function openBalancer(): Promise<Balancer> {
  // First in, first out, so that no connection stays idle for long.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  let [servers, turn]: [readonly string[], number] = [[], 0]

  const pass = (incoming: IncomingMessage, answer: ServerResponse, [first = '', ...others]: string[]) => {
    const target = new URL(first)
    const { method = 'GET', url: path = '/', headers } = incoming
    const passed = request({ agent, host: target.hostname, port: target.port, method, path, headers })
    passed.on('response', (response) => {
      // The server's connection header applies to the balancer only.
      const { connection: _, ...own } = response.headers
      answer.writeHead(response.statusCode ?? 502, own)
      response.pipe(answer)
      answer.once('close', () => response.destroy())
    })
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && others.length > 0) pass(incoming, answer, others)
      else if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end(error.message)
    })
    // The balancer reads the request only after it has connected, so that another attempt still has the whole
    // request.
    passed.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => incoming.pipe(passed))
      else incoming.pipe(passed)
    })
  }

  // The balancer keeps idle connections longer than its clients do, because the side that closes first may
  // lose a request on its way.
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, answer) => {
    const first = turn++ % servers.length
    pass(incoming, answer, [...servers.slice(first), ...servers.slice(0, first)])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    address: `http://127.0.0.1:${port}`,
    serve: (addresses) => {
      servers = addresses
    },
    close: () => {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
