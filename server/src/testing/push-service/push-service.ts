import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import { type BrowserKeys, findSignatureFault, openSealed } from './sealed.ts'

/** The data that a browser gives to its app, and a message that the browser received. */
export type Subscribed = { id: string; endpoint: string; keys: { p256dh: string; auth: string } }
export type Received = { text: string; topic: string | null; ttl: number; urgency: string | null; at: number }

/**
 * How the service answers for a subscription: with a status, or not at all. `times`: the number of requests
 * that this affects; without it, all.
 */
export type Mood = { answer: number | 'hang' | 'reset'; retryAfter?: string; times?: number }

type Subscription = {
  keys: BrowserKeys
  applicationServerKey: string | null
  messages: Received[]
  mood: Mood | null
  /** The browser is offline: only the newest message of each topic waits for it. */
  isOff: boolean
  /** The number of requests of any kind. */
  asked: number
}

/** A self-signed certificate for `localhost`. A client that must trust it gets `cert`. */
export async function makeCertificate(): Promise<{ key: string; cert: string }> {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key: made.private, cert: made.cert }
}

export type PushService = {
  origin: string
  /** The form that PUSH_HOSTS takes. */
  host: string
  subscribe(applicationServerKey?: string | null): Subscribed
  messages(id: string): Received[]
  /** The number of messages that all subscriptions received. */
  count(): number
  /** Null restores normal answers. */
  setMood(id: string, mood: Mood | null): void
  setOff(id: string, isOff: boolean): void
  asked(id: string): number
  /** The errors of requests that broke the protocol. */
  faults: string[]
  close(): Promise<void>
}

const maxBytes = 4096

/**
 * A push service that checks the protocol of its senders (RFC 8030, 8188, 8291, 8292) and decrypts messages.
 */
export async function startPushService({ key, cert }: { key: string; cert: string }): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>()
  const faults: string[] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer({ key, cert }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      faults.push(String(error))
      refuse(response, 400, String(error))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // an AddressInfo, because the server listens on a port
  const origin = `https://localhost:${port}`

  const find = (id: string): Subscription => {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`No subscription ${id}`)
    return found
  }
  const service: PushService = {
    origin,
    host: `localhost:${port}`,
    faults,
    subscribe: (applicationServerKey = null) => {
      const id = randomUUID()
      const browser = createECDH('prime256v1')
      const p256dh = browser.generateKeys().toString('base64url')
      const auth = randomBytes(16).toString('base64url')
      const keys = { p256dh, auth, privateKey: browser.getPrivateKey() }
      subscriptions.set(id, { keys, applicationServerKey, messages: [], mood: null, isOff: false, asked: 0 })
      return { id, endpoint: `${origin}/p/${id}`, keys: { p256dh, auth } }
    },
    messages: (id) => find(id).messages,
    count: () => [...subscriptions.values()].reduce((sum, { messages }) => sum + messages.length, 0),
    setMood: (id, mood) => {
      find(id).mood = mood
    },
    setOff: (id, isOff) => {
      find(id).isOff = isOff
    },
    asked: (id) => find(id).asked,
    close: async () => {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer) // Buffers, because no encoding is set
    const body = Buffer.concat(chunks)
    const { pathname, searchParams } = new URL(request.url ?? '/', origin)
    if (pathname.startsWith('/p/')) return take(request, response, pathname.slice(3), body)
    // For tests in another process.
    const sent = body.length > 0 ? JSON.parse(body.toString()) : {}
    const id = searchParams.get('id') ?? ''
    if (pathname === '/subscribe') return send(response, 200, service.subscribe(sent.applicationServerKey))
    if (pathname === '/messages')
      return send(response, 200, { messages: service.messages(id), asked: service.asked(id), faults })
    if (pathname === '/mood') service.setMood(id, sent.mood)
    if (pathname === '/off') service.setOff(id, sent.isOff)
    return send(response, 200, {})
  }

  function take(request: IncomingMessage, response: ServerResponse, id: string, body: Buffer): unknown {
    const { headers, method } = request
    const subscription = subscriptions.get(id)
    if (method !== 'POST') return refuse(response, 405, 'Method not allowed')
    if (!subscription) return refuse(response, 404, 'No such subscription')
    subscription.asked += 1
    const ttl = headers.ttl
    if (typeof ttl !== 'string' || !/^\d+$/.test(ttl)) return fault(response, 400, 'Missing TTL')
    const topic = typeof headers.topic === 'string' ? headers.topic : null
    if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return fault(response, 400, 'Invalid topic')
    const key = subscription.applicationServerKey
    const wrong = findSignatureFault(headers.authorization, origin, key, Date.now())
    if (wrong) return fault(response, wrong.status, wrong.message)
    if (headers['content-encoding'] !== 'aes128gcm') return fault(response, 400, 'Invalid encryption')
    if (body.length > maxBytes) return refuse(response, 413, 'Too large')
    if (isMoody(subscription, response)) return null
    const urgency = typeof headers.urgency === 'string' ? headers.urgency : null
    const message = {
      text: openSealed(body, subscription.keys),
      topic,
      ttl: Number(ttl),
      urgency,
      at: Date.now(),
    }
    keep(subscription, message)
    return response.writeHead(201, { location: `${origin}/m/${randomUUID()}`, ttl }).end()
  }

  function keep(subscription: Subscription, message: Received): void {
    const { messages, isOff } = subscription
    const same = messages.findIndex(({ topic }) => isOff && topic !== null && topic === message.topic)
    if (same >= 0) messages.splice(same, 1)
    messages.push(message)
  }

  function isMoody(subscription: Subscription, response: ServerResponse): boolean {
    const { mood } = subscription
    if (!mood) return false
    if (mood.times !== undefined) {
      mood.times -= 1
      if (mood.times <= 0) subscription.mood = null
    }
    if (mood.answer === 'hang') {
      hanging.add(response)
      response.once('close', () => hanging.delete(response))
    } else if (mood.answer === 'reset') response.destroy()
    else refuse(response, mood.answer, 'As told', mood.retryAfter)
    return true
  }

  // The error format of Mozilla's push service.
  function refuse(response: ServerResponse, status: number, message: string, retryAfter?: string): void {
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    send(response, status, { code: status, errno: 999, error: message, message }, headers)
  }
  function fault(response: ServerResponse, status: number, message: string): void {
    faults.push(message)
    refuse(response, status, message)
  }
  return service
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
