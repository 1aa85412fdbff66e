import { randomInt } from 'node:crypto'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { type TestUser, testPassword } from './rows/build.ts'
import { keepSecretsOf } from './secrets.ts'

const drawAddress = () => `100.${randomInt(64, 128)}.${randomInt(256)}.${randomInt(256)}`

let address = drawAddress()

/**
 * The address of the clients of a test file. Each file has its own, because limits of an address are counted in
 * the database, which files share.
 */
export const testAddress = (): string => address

/** Called after each test file, because files of one worker share this module. */
export function renewTestAddress(): void {
  address = drawAddress()
}

export type Answer = {
  statusCode: number
  body: Record<string, unknown> & { code?: string; errors?: Record<string, string[]> }
  raw: LightMyRequestResponse
}

/** The browser's side of the protocol: keeps cookies and sends the CSRF token in the header. */
export class TestClient {
  readonly #app: FastifyInstance
  readonly cookies = new Map<string, string>()

  private constructor(app: FastifyInstance) {
    this.#app = app
  }

  /** A visitor with a new guest session. */
  static async guest(app: FastifyInstance): Promise<TestClient> {
    const client = new TestClient(app)
    await client.send('GET', '/sanctum/csrf-cookie')
    return client
  }

  /** A user who has signed in through the login call. */
  static async signIn(app: FastifyInstance, user: TestUser, body: object = {}): Promise<TestClient> {
    const client = await TestClient.guest(app)
    const { statusCode, raw } = await client.send('POST', '/auth/login', {
      login: user.email,
      password: testPassword,
      ...body,
    })
    if (statusCode !== 200) throw new Error(`Login failed: ${raw.body}`)
    return client
  }

  post(path: string, body: object = {}): Promise<Answer> {
    return this.send('POST', path, body)
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path)
  }

  /** `body` is sent as JSON; anything else goes through `options`. */
  async send(method: string, path: string, body?: object, options: InjectOptions = {}): Promise<Answer> {
    const raw = await this.#app.inject({
      method: method as NonNullable<InjectOptions['method']>, // tests also send methods that no route has
      url: `/api${path}`,
      remoteAddress: address,
      ...(body && { payload: body }),
      ...options,
      headers: { cookie: this.cookieHeader(), ...this.csrfHeader(), ...options.headers },
    })
    keepSecretsOf(body, raw)
    for (const { name, value } of raw.cookies) this.cookies.set(name, value)
    return { statusCode: raw.statusCode, body: isJson(raw) ? raw.json() : {}, raw }
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ')
  }

  csrfHeader(): Record<string, string> {
    const token = this.cookies.get('XSRF-TOKEN')
    return token ? { 'x-xsrf-token': encodeURIComponent(token) } : {}
  }
}

const isJson = ({ headers }: LightMyRequestResponse) =>
  headers['content-type']?.toString().startsWith('application/json') && !headers['content-encoding']

/** The status of a refusal and the names of its invalid fields. */
export const fieldsOf = ({ statusCode, body }: Answer) => [statusCode, ...Object.keys(body.errors ?? {})]

/** The status and the code of a refusal. */
export const codeOf = ({ statusCode, body }: Answer) => [statusCode, body.code]
