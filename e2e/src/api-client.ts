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

  /** @throws with what the server answered where that is a refusal */
  async call<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const token = this.#cookies.get('XSRF-TOKEN')
    const response = await fetch(`${this.address}/api${path}`, {
      method,
      headers: {
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        ...(token && { 'x-xsrf-token': token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = cookie.match(/^([^=]+)=([^;]*)/) ?? []
      this.#cookies.set(name, value)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text || '{}') // The shape is what the caller knows of this call.
  }
}
