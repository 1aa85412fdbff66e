import { setTimeout as sleep } from 'node:timers/promises'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type EventStream = {
  /** Waits for a line that contains `part`. @returns the first such line @throws if the stream ends before */
  next(part: string): Promise<string>
  close(): void
}

/**
 * Sends a request again while the server answers 503. A server that has just started may still be opening connections to
 * its database on a busy machine, and a call waits only 900 ms for one.
 */
export async function untilAvailable<Answer>(
  send: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send()
    if (statusOf(answer) !== 503 || tries === 10) return answer
    await sleep(500)
  }
}

/** A signed-in client: keeps its cookies and sends the CSRF token in a header. */
export class ApiClient {
  /** Tests change it, because another server on the same data may answer later at another address. */
  address: string
  readonly #cookies = new Map<string, string>()

  constructor(address: string) {
    this.address = address
  }

  async signIn(login: string, password: string): Promise<void> {
    await this.call('GET', '/sanctum/csrf-cookie')
    const answer = await untilAvailable(
      () => this.send('POST', '/auth/login', { login, password }),
      ({ status }) => status,
    )
    if (!answer.ok) throw new Error(`The login answered ${answer.status}: ${await answer.text()}`)
  }

  /** Opens the stream of live events of a server. */
  async listen(address: string): Promise<EventStream> {
    const stop = new AbortController()
    const response = await fetch(`${address}/api/events`, {
      headers: { cookie: this.#cookieHeader() },
      signal: stop.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
    const chunks = response.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
    let heard = ''
    return {
      next: async (part) => {
        while (!heard.includes(part)) {
          const { value, done } = await chunks.next()
          if (done) throw new Error(`The stream ended before ${part}`)
          heard += value
        }
        return heard.split('\n').find((line) => line.includes(part)) ?? ''
      },
      close: () => stop.abort(),
    }
  }

  /** The secret parts of its cookies. */
  secrets(): string[] {
    return [...this.#cookies.values()]
      .flatMap((value) => decodeURIComponent(value).split('.'))
      .filter(isSecret)
  }

  /** Headers that authenticate a request of this client, for a request that another client sends. */
  headers(): { cookie: string; 'x-xsrf-token': string } {
    return { cookie: this.#cookieHeader(), 'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '' }
  }

  readonly #cookieHeader = () => [...this.#cookies].map((pair) => pair.join('=')).join('; ')

  /** Sends a call and parses the answer. @throws if the status is no success, with the text of the answer */
  async call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text || '{}') // The caller knows the shape of this call.
  }

  /** Sends a call. @returns the response, whatever its status */
  async send(
    method: Method,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const token = this.#cookies.get('XSRF-TOKEN')
    const response = await fetch(`${this.address}/api${path}`, {
      method,
      headers: {
        cookie: this.#cookieHeader(),
        ...(token && { 'x-xsrf-token': token }),
        // The content type of a form has a boundary, which the sender of the form sets.
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

// The other parts of a cookie are its kind, a language and a number.
const isSecret = (part: string): boolean => part.length >= 12
