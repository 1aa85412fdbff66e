import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = {
  address: string
  /** Which of the servers are given calls, each in its turn. */
  serve(addresses: readonly string[]): void
  close(): void
}

/**
 * A balancer as plain as they come: in turns, over connections it keeps, without stickiness. A server that does not
 * let it in is passed over; a call that was on its way when its connection broke is lost, and answered 502.
 */
export async function openBalancer(): Promise<Balancer> {
  // In turns, so that none of them rests for long.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  let [servers, turn]: [readonly string[], number] = [[], 0]

  const pass = (incoming: IncomingMessage, answer: ServerResponse, [first = '', ...others]: string[]) => {
    const target = new URL(first)
    const { method = 'GET', url: path = '/', headers } = incoming
    const passed = request({ agent, host: target.hostname, port: target.port, method, path, headers })
    passed.on('response', (response) => {
      // What the server says of its connection is meant for the balancer alone.
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
    // Read only once it is let in, so that another try finds it whole.
    passed.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', () => incoming.pipe(passed))
      else incoming.pipe(passed)
    })
  }

  // It keeps the connections of its callers longer than they do: whoever closes first meets what is on its way.
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
