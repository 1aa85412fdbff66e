import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Account, moscow, type Principal } from './account.ts'
import { type Answer, answerRequest } from './answers.ts'
import { HookBook } from './hooks.ts'
import { Limiter, weightOf } from './limiter.ts'
import { Refusal } from './refusal.ts'

/**
 * What the simulator does in place of a normal answer: a status with a MoySklad error, an HTML page of a
 * gateway, a closed connection, no answer, or a redirect.
 * `times`: the number of requests that the fault affects; without it, all.
 * `delayMs`: the delay before the fault, or before the normal answer if there is no fault.
 * `packed`: a JSON answer that the test compressed with gzip, because compressing a long one takes time of
 * this thread.
 * `page`: the answer to a request for a page, true or not.
 */
export type Fault = {
  path?: RegExp
  times?: number
  delayMs?: number
  packed?: Buffer
  page?: (query: URLSearchParams) => object
  of?: 'away' | 'maintenance' | 'html' | 'reset' | 'silent' | 'redirect' | 'garbage'
}

type Asked = { method: string; path: string; query: URLSearchParams; status: number; at: number }

const prefix = '/api/remap/1.2'
const maxAsked = 10_000

/**
 * The part of MoySklad's JSON API 1.2 that Artel uses: tokens and the weights of their requests, limits with
 * headers, lists with filters and pages, short stock reports, webhooks with their sender, and the failures of
 * all of these.
 */
export class MoySkladSimulator {
  readonly limiter = new Limiter()
  readonly tokens = new Map<string, Principal>()
  /** By login. */
  readonly passwords = new Map<string, { password: string; principal: Principal }>()
  /** The last requests, with the status of each answer. */
  asked: Asked[] = []
  faults: Fault[] = []
  /** The current time in the simulator. */
  now: () => Date = () => new Date()
  url = ''
  #accounts: Account[] = []
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    // An AddressInfo, because the server listens on a port.
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${prefix}`
    return this
  }

  get settings() {
    return { url: this.url }
  }

  addAccount(name: string): Account {
    const hooks = new HookBook(
      () => this.url,
      () => account.id,
      () => moscow(this.now()),
    )
    const account: Account = new Account(name, this.tokens, hooks, () => this.now())
    this.#accounts = [...this.#accounts, account]
    return account
  }

  /** The number of requests that `which` matches. */
  count(which: (asked: Asked) => boolean = () => true): number {
    return this.asked.filter(which).length
  }

  /** Restores the initial state. */
  reset(): void {
    for (const { hooks } of this.#accounts) hooks.close()
    this.#accounts = []
    this.tokens.clear()
    this.passwords.clear()
    this.asked = []
    this.faults = []
    this.now = () => new Date()
    this.limiter.reset()
  }

  async close(): Promise<void> {
    this.reset()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const { pathname, searchParams } = new URL(url, this.url)
    const body = await readBody(request)
    const asked: Asked = {
      method,
      path: pathname.slice(prefix.length),
      query: searchParams,
      status: 0,
      at: performance.now(),
    }
    this.asked.push(asked)
    if (this.asked.length > maxAsked) this.asked.shift()
    const say = ({ status, body, headers }: Answer) => {
      asked.status = status
      send(response, status, body, headers)
    }
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
      return say({ status: 415, body: null, headers: {} })
    const principal = this.#authenticate(request, asked.path, method)
    if (principal instanceof Refusal) return say(refuse(principal))
    const day = moscow(this.now()).slice(0, 10)
    const who = `${principal.account.id} ${principal.kind === 'user' ? principal.login : principal.kind}`
    const turn = this.limiter.enter(who, principal.account.id, weightOf(principal.kind, asked.path, day))
    if (turn.of !== 'taken') return say(tooMany(turn))
    try {
      const fault = this.#takeFault(asked.path)
      if (fault?.delayMs) await sleep(fault.delayMs)
      if (fault?.of === 'silent') return
      if (fault?.of === 'reset') return void request.socket.destroy()
      if (fault?.packed) {
        asked.status = 200
        response.writeHead(200, { ...json, 'content-encoding': 'gzip', ...turn.headers }).end(fault.packed)
        return
      }
      if (fault?.page) {
        say({ status: 200, body: fault.page(searchParams), headers: turn.headers })
        return
      }
      const plain = fault?.of ? faults[fault.of] : null
      if (plain) {
        asked.status = plain.status
        response.writeHead(plain.status, { ...plain.headers, ...turn.headers }).end(plain.body)
        return
      }
      checkAccept(request)
      const answer = answerRequest({
        method,
        path: asked.path,
        query: searchParams,
        body,
        principal,
        base: this.url,
      })
      say({ ...answer, headers: { ...turn.headers, ...answer.headers } })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      say({ ...refuse(error), headers: turn.headers })
    } finally {
      turn.leave()
    }
  }

  #authenticate(request: IncomingMessage, path: string, method: string): Principal | Refusal {
    const [scheme = '', value = ''] = (request.headers.authorization ?? '').split(' ')
    const wrong = new Refusal(
      401,
      1056,
      'Ошибка аутентификации: Неправильный пароль или имя пользователя или ключ авторизации',
    )
    let principal: Principal | undefined
    if (scheme === 'Bearer') principal = this.tokens.get(value)
    if (scheme === 'Basic') {
      const [login = '', ...password] = Buffer.from(value, 'base64').toString().split(':')
      const known = this.passwords.get(login)
      principal = known?.password === password.join(':') ? known.principal : undefined
    }
    if (!principal) return wrong
    if (principal.isBlocked) return new Refusal(401, 1061, 'Ошибка доступа: У вас нет доступа к API')
    if (path === '/security/token' && method === 'POST' && scheme !== 'Basic') return wrong
    return principal
  }

  #takeFault(path: string): Fault | undefined {
    const fault = this.faults.find((one) => !one.path || one.path.test(path))
    if (fault?.times !== undefined) {
      fault.times -= 1
      if (fault.times <= 0) this.faults = this.faults.filter((one) => one !== fault)
    }
    return fault
  }
}

const json = { 'content-type': 'application/json;charset=utf-8' }
const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
const error = (code: number, text: string) => JSON.stringify(new Refusal(0, code, text).body)

type Plain = { status: number; headers: Record<string, string>; body: string }
const faults: Partial<Record<NonNullable<Fault['of']>, Plain>> = {
  away: { status: 502, headers: { 'content-type': 'text/html' }, body: page('502 Bad Gateway') },
  maintenance: { status: 503, headers: json, body: error(1074, 'Сервис временно недоступен') },
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: page('Welcome to the network') },
  redirect: { status: 308, headers: { location: 'https://online.moysklad.ru/app/' }, body: '' },
  garbage: { status: 200, headers: json, body: '{"rows":[{"id":' },
}

const refuse = (refusal: Refusal): Answer => ({
  status: refusal.status,
  body: refusal.code === null ? null : refusal.body,
  headers:
    refusal.status === 401
      ? {
          'x-lognex-auth': String(refusal.code),
          'x-lognex-auth-message': encodeURIComponent(refusal.message),
        }
      : {},
})

function tooMany({
  of,
  headers,
}: {
  of: 'rate' | 'parallel' | 'off'
  headers: Record<string, string>
}): Answer {
  if (of === 'off')
    return { ...refuse(new Refusal(401, 1061, 'Ошибка доступа: У вас нет доступа к API')), headers }
  const refusal =
    of === 'rate'
      ? new Refusal(429, 1049, 'Превышено ограничение на количество запросов в единицу времени')
      : new Refusal(429, 1073, 'Превышено ограничение на количество параллельных запросов')
  return { ...refuse(refusal), headers }
}

function checkAccept(request: IncomingMessage): void {
  const accept = String(request.headers.accept ?? '*/*')
    .replaceAll(' ', '')
    .toLowerCase()
  if (accept !== 'application/json;charset=utf-8' && accept !== 'application/json')
    throw new Refusal(400, 1062, "Неверное значение заголовка 'Accept'")
  const type = request.headers['content-type']
  if (type !== undefined && !type.startsWith('application/json'))
    throw new Refusal(400, 1037, "Неверное значение заголовка 'Content-Type'")
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // Buffers, because no encoding is set
  const text = Buffer.concat(chunks).toString()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: object | null,
  headers: Record<string, string>,
): void {
  if (body === null) return void response.writeHead(status, headers).end()
  response
    .writeHead(status, { ...json, 'content-encoding': 'gzip', ...headers })
    .end(gzipSync(JSON.stringify(body), { level: 1 }))
}

export const startMoySklad = (port = 0): Promise<MoySkladSimulator> => new MoySkladSimulator().start(port)
