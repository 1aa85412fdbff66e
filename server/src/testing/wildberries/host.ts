import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What a host does in place of a normal answer: no answer, a closed connection, half of an answer, a failure,
 * a refusal with an HTML page (as Wildberries does with clients that are no browser), a rate limit, or a
 * login page of a network.
 */
type Mood = 'well' | 'silent' | 'broken' | 'cut' | 'failing' | 'forbidding' | 'limiting' | 'page'

type Asked = {
  method: string
  path: string
  query: URLSearchParams
  token: string | undefined
  body: unknown
}

export type Host = {
  url: string
  mood: Mood
  /** The delay before each answer, ms. */
  delayMs: number
  asked: Asked[]
  /** The maximum of concurrent requests. */
  maxOpen: number
  close(): Promise<void>
}

export type Reply = { status?: number; headers?: Record<string, string>; body: object | Buffer | string }

/** Angie is the web server of Wildberries. */
const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr><center>Angie</center></body></html>`

const html = { 'content-type': 'text/html' }

const moods: Partial<Record<Mood, Reply>> = {
  cut: { body: '{"cards":[{"nmID":' },
  failing: { status: 500, body: { title: 'internal error', status: 500 } },
  forbidding: { status: 403, headers: html, body: page('403 Forbidden') },
  limiting: {
    status: 429,
    headers: { 'x-ratelimit-retry': '20', 'x-ratelimit-reset': '60', 'x-ratelimit-limit': '5' },
    body: { title: 'too many requests', detail: 'limited by 0b1cf2b2', status: 429 },
  },
  page: { headers: html, body: page('Welcome to the network') },
}

/** A host of Wildberries on a separate port. `answer` gives its replies. */
export async function startHost(answer: (asked: Asked) => Reply): Promise<Host> {
  let open = 0
  const server = createServer((request, response) => {
    host.maxOpen = Math.max(host.maxOpen, ++open)
    response.once('close', () => {
      open -= 1
    })
    void serve(host, answer, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // an AddressInfo, because the server listens on a port
  const host: Host = {
    url: `http://127.0.0.1:${port}`,
    mood: 'well',
    delayMs: 0,
    asked: [],
    maxOpen: 0,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return host
}

async function serve(
  host: Host,
  answer: (asked: Asked) => Reply,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = await read(request)
  host.asked.push(asked)
  if (host.delayMs > 0) await sleep(host.delayMs)
  if (host.mood === 'silent') return
  if (host.mood === 'broken') return void request.socket.destroy()
  const { status = 200, headers, body } = moods[host.mood] ?? answer(asked)
  const isPlain = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(isPlain ? body : JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { method = '', url = '', headers } = request
  const { pathname, searchParams } = new URL(url, 'http://host')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method,
    path: pathname,
    query: searchParams,
    token: headers.authorization,
    body: text === '' ? undefined : JSON.parse(text),
  }
}
