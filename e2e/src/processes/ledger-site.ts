import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The outcome of a call as its client knows it: done, refused or unknown. */
export type Answer =
  | { is: 'ok'; body: Record<string, unknown> }
  | { is: 'refused'; code: string }
  | { is: 'unknown' }

export type Call = {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: object
  key?: string
  patienceMs: number | null
}

const pauseMs = 25
// Statuses with an unknown outcome: a timeout, a broken connection, or a server that cannot tell.
const untold = new Set([408, 502, 503, 504])

/**
 * The address of a server that is killed and restarts at another address, and persistent connections to it.
 */
export class Site {
  address: string
  /** Resolves once the server is up again. */
  ready: Promise<unknown> = Promise.resolve()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 })

  constructor(address: string) {
    this.address = address
  }

  async send(headers: Record<string, string>, call: Call): Promise<Answer> {
    await this.ready
    const heard = await this.#exchange(headers, call).catch(() => null)
    if (heard && !untold.has(heard.status)) return read(heard, call)
    // Without this pause a client that is refused at once would send requests without a break.
    await sleep(pauseMs)
    return { is: 'unknown' }
  }

  #exchange(headers: Record<string, string>, { method, path, body, key, patienceMs }: Call): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body)
      const sent = request(`${this.address}/api${path}`, {
        method,
        agent: this.#agent,
        timeout: 30_000,
        headers: {
          ...headers,
          ...(key && { 'idempotency-key': key }),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      })
      const hangUp = () => sent.destroy(new Error('The caller has hung up'))
      const timer = patienceMs === null ? undefined : setTimeout(hangUp, patienceMs)
      sent.once('timeout', hangUp)
      sent.once('error', reject).once('close', () => {
        clearTimeout(timer)
        // A complete answer has already resolved the promise.
        reject(new Error('The line was cut'))
      })
      sent.once('response', (response) => {
        let answer = ''
        response.setEncoding('utf8').on('data', (chunk) => (answer += chunk))
        response.once('error', reject).once('end', () => {
          if (response.complete) resolve({ status: response.statusCode ?? 0, text: answer })
        })
      })
      sent.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

type Heard = { status: number; text: string }

/** @throws for an answer that no call of a ledger may give */
function read({ status, text }: Heard, { method, path, body }: Call): Answer {
  const answer = JSON.parse(text)
  if (status < 300) return { is: 'ok', body: answer }
  // The first call with this key still runs.
  if (answer.code === 'idempotency_running') return { is: 'unknown' }
  if (![403, 404, 409, 422].includes(status)) {
    throw new Error(`${method} ${path} ${JSON.stringify(body)} answered ${status}: ${text}`)
  }
  return { is: 'refused', code: answer.code }
}
