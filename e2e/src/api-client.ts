type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type EventStream = {
  /** @returns the first line with this part in it, waiting for it @throws where the stream ends before */
  next(part: string): Promise<string>
  close(): void
}

/** A signed-in program: keeps its cookies and repeats the token that proves it may read them. */
export class ApiClient {
  /** Another server on the same data may answer later under another one. */
  address: string
  readonly #cookies = new Map<string, string>()

  constructor(address: string) {
    this.address = address
  }

  async signIn(login: string, password: string): Promise<void> {
    await this.call('GET', '/sanctum/csrf-cookie')
    await this.call('POST', '/auth/login', { login, password })
  }

  /** Opens the stream of live events at a server. */
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

  /** What its cookies sign it in with. */
  secrets(): string[] {
    return [...this.#cookies.values()]
      .flatMap((value) => decodeURIComponent(value).split('.'))
      .filter(isSecret)
  }

  /** What makes a request theirs, for one that is not sent from here. */
  headers(): { cookie: string; 'x-xsrf-token': string } {
    return { cookie: this.#cookieHeader(), 'x-xsrf-token': this.#cookies.get('XSRF-TOKEN') ?? '' }
  }

  readonly #cookieHeader = () => [...this.#cookies].map((pair) => pair.join('=')).join('; ')

  /** @throws with what the server answered where that is a refusal */
  async call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
    const response = await this.send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text || '{}') // The shape is what the caller knows of this call.
  }

  /** Whatever the server answers. */
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
        // Of a form the length and the boundary are known to whoever writes it.
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

// The other parts of a cookie say its kind, a language and a number.
const isSecret = (part: string): boolean => part.length >= 12
