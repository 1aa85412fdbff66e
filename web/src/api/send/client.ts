import manifest from 'virtual:calls'
import { balanced } from '@artel/contract/shapes/isolate'
import type { FileFormat } from '@artel/contract/shapes/list'
import { setServerNow } from '../../ui/dates/server-clock.ts'
import { bracketPairs, holdsFile } from '../brackets.ts'
import { readPagePerson } from '../session/page-person.ts'
import { announceSignedOut } from '../session/signed-out.ts'
import type { Answer, AnyInput, CallName, FileName, InputArgument, InputOf } from './calls.ts'
import { tellExchange } from './exchange.ts'
import { ApiFailure, NetworkFailure } from './failure.ts'
import { fetchOutliving } from './outliving.ts'
import { sendWithProgress } from './send-with-progress.ts'

type Surroundings = {
  /** Prefix of all paths of calls. */
  base: string
  /** The readable cookies, as `document.cookie` gives them. */
  cookies: () => string
  onSignedOut: () => void
  /** The person the page was loaded for, see page-person.ts. 401 if the session is another person's. */
  person: () => string | null
  /**
   * Called when the server requires a step of this person first (a new password, a second factor) that it did
   * not require when the page was opened.
   */
  onDuty: () => void
}

export type CallApi = <Name extends CallName>(
  name: Name,
  ...args: InputArgument<Name>
) => Promise<Answer<Name>>

type NamedFile = { name: string; content: Blob }

type Client = {
  callApi: CallApi
  /** Reads a whole list, or another answer that is a file. The browser keeps a large file on its disk. */
  fetchFile: <Name extends FileName>(
    name: Name,
    input: InputOf<Name>,
    /** File format of a table. */
    format?: FileFormat,
  ) => Promise<NamedFile>
}

/** A typed browser client of the declared calls. @throws {ApiFailure | NetworkFailure} */
export function createClient({ base, cookies, person, onSignedOut, onDuty }: Surroundings): Client {
  let tokenFetch: Promise<void> | null = null

  const fetchToken = () => {
    tokenFetch ??= send(`${base}${manifest['auth.csrfCookie'].path}?_t=${Date.now()}`, { method: 'GET' })
      .then(() => undefined)
      .finally(() => {
        tokenFetch = null
      })
    return tokenFetch
  }

  const sendWithToken = (address: string, request: Sent) => {
    const token = tokenIn(cookies())
    return send(address, { ...request, headers: { ...request.headers, 'X-XSRF-TOKEN': token ?? '' } })
  }

  const write = async (address: string, request: Sent) => {
    if (tokenIn(cookies()) === null) await fetchToken()
    const response = await sendWithToken(address, request)
    if (response.status !== 419) return response
    await fetchToken()
    return sendWithToken(address, request)
  }

  const exchange = async (name: CallName, input: AnyInput) => {
    const { method, changes } = manifest[name]
    const address = `${base}${addressOf(name, input)}`
    const request: Sent =
      method === 'GET'
        ? { method, ...waysOf(input) }
        : { method: 'POST', isChange: changes.length > 0, ...waysOf(input), ...payloadOf(method, input) }
    const named = person()
    if (named !== null) request.headers = { ...request.headers, 'X-Artel-Person': named }
    const response = await (method === 'GET' ? send(address, request) : write(address, request))
    if (response.status === 401) onSignedOut()
    return response
  }

  return {
    callApi: async <Name extends CallName>(name: Name, ...[given]: InputArgument<Name>) =>
      // The server checks every answer against the declared shape before it sends it.
      (await read(await exchange(name, given ?? {}), onDuty)) as Answer<Name>,
    fetchFile: async (name, input: AnyInput, format) =>
      readFile(await exchange(name, format ? withFormat(name, input, format) : input)),
  }
}

/** The client of this page. @throws {ApiFailure | NetworkFailure} */
export const { callApi, fetchFile } = createClient({
  base: '/api',
  cookies: () => document.cookie,
  person: readPagePerson,
  onSignedOut: announceSignedOut,
  onDuty: () => location.reload(),
})

/** `isChange`: it changes something, so it has to arrive even if the person leaves the page. */
type Sent = RequestInit & Pick<AnyInput, 'onProgress'> & { isChange?: boolean }

async function send(address: string, { onProgress, isChange = false, ...request }: Sent): Promise<Response> {
  const sendPlain = isChange ? fetchOutliving : fetch
  try {
    const response = await (onProgress
      ? sendWithProgress(address, request, onProgress)
      : sendPlain(address, { credentials: 'same-origin', ...request }))
    const date = response.headers.get('date')
    if (date) setServerNow(date)
    tellExchange(true)
    return response
  } catch (cause) {
    // A request that the page itself has given up says nothing about the connection.
    if (!request.signal?.aborted) tellExchange(false)
    throw new NetworkFailure('', { cause })
  }
}

const duties: readonly unknown[] = ['password_change_required', 'totp_setup_required']

async function read(response: Response, onDuty: () => void): Promise<object> {
  const statusCode = response.status
  if (statusCode === 204) return { status: true, statusCode }
  const body = await parse(response)
  if (!response.ok) {
    const failure = new ApiFailure(body ?? {}, statusCode)
    if (duties.includes(failure.code)) onDuty()
    throw failure
  }
  if (body === null) throw new ApiFailure({}, 404)
  return { ...body, statusCode }
}

async function readFile(response: Response): Promise<NamedFile> {
  if (!response.ok) throw new ApiFailure((await parse(response)) ?? {}, response.status)
  const [, name = ''] =
    /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const content = await response.blob().catch((cause: unknown) => {
    throw new NetworkFailure('', { cause })
  })
  return { name: decodeURIComponent(name), content }
}

// Characters that control text direction, written as themselves or as escapes.
const turns = /[\u202A-\u202E\u2066-\u2069]|\\u20(?:2[a-e]|6[6-9])/i

/** Closes open direction characters in each text of an answer, so that no name turns the text beside it. */
const balance = (_: string, value: unknown): unknown => (typeof value === 'string' ? balanced(value) : value)

async function parse(response: Response): Promise<object | null> {
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkFailure('', { cause })
  })
  try {
    const body: unknown = JSON.parse(text || 'null', turns.test(text) ? balance : undefined)
    return typeof body === 'object' ? body : null
  } catch (cause) {
    // A proxy's own page. An error status says enough; a success status without JSON is no answer.
    if (response.ok) throw new NetworkFailure('', { cause })
    return null
  }
}

/** Adds the format to the query of a list or a GET. Other calls have it among the fields of their body. */
function withFormat(name: CallName, input: AnyInput, format: FileFormat): AnyInput {
  const { method, isList } = manifest[name]
  return method === 'GET' || isList
    ? { ...input, query: { ...input.query, format } }
    : { ...input, body: { ...input.body, format } }
}

function addressOf(name: CallName, { params = {}, query = {} }: AnyInput): string {
  const { method, path } = manifest[name]
  const named = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(named.get(key))))
  const pairs = bracketPairs(method === 'GET' ? { ...query, _t: Date.now() } : query)
  // Only a body may hold files.
  const search = new URLSearchParams(pairs as [string, string][]).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function payloadOf(method: string, { body = {}, idempotencyKey }: AnyInput): RequestInit {
  const fields = method === 'POST' ? body : { _method: method, ...body }
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }
  if (!holdsFile(fields)) {
    return { body: JSON.stringify(fields), headers: { ...headers, 'content-type': 'application/json' } }
  }
  const form = new FormData()
  for (const [name, value] of bracketPairs(fields)) form.append(name, value)
  return { body: form, headers }
}

const waysOf = ({ signal, onProgress }: AnyInput): Sent => ({
  ...(signal && { signal }),
  ...(onProgress && { onProgress }),
})

function tokenIn(cookies: string): string | null {
  const pair = cookies.split('; ').find((cookie) => cookie.startsWith('XSRF-TOKEN='))
  return pair === undefined ? null : decodeURIComponent(pair.slice('XSRF-TOKEN='.length))
}
