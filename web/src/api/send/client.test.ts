import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CallApi, createClient } from './client.ts'
import { ApiFailure, NetworkFailure } from './failure.ts'

type Received = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let received: Received[]
let cookies: string
let person: string | null
let client: ReturnType<typeof createClient>
let callApi: CallApi
let answer: (request: Received, response: ServerResponse) => void
const onSignedOut = vi.fn()
const onDuty = vi.fn()

beforeEach(async () => {
  received = []
  cookies = ''
  person = null
  answer = (_request, response) => json(response, 200, { status: true })
  onSignedOut.mockReset()
  onDuty.mockReset()
  server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  client = createClient({
    base: `http://127.0.0.1:${port}/api`,
    cookies: () => cookies,
    person: () => person,
    onSignedOut,
    onDuty,
  })
  callApi = client.callApi
})

afterEach(() => {
  server.close()
  server.closeAllConnections()
})

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '', 'http://local')
  const seen = {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  }
  received.push(seen)
  if (seen.path === '/api/sanctum/csrf-cookie') {
    const count = received.filter(({ path }) => path === seen.path).length
    cookies = `other=1; XSRF-TOKEN=token%3D${count}`
    response.writeHead(204).end()
  } else answer(seen, response)
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const paths = () => received.map(({ method, path }) => `${method} ${path}`)
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (failure: unknown) => failure,
  )

it('sends the idempotency key of an attempt in a header', async () => {
  await callApi('tasks.create', { body: { title: 'a' }, idempotencyKey: 'k1' })
  expect(received.at(-1)?.headers['idempotency-key']).toBe('k1')
  await callApi('tasks.create', { body: { title: 'a' } })
  expect(received.at(-1)?.headers).not.toHaveProperty('idempotency-key')
})

describe('csrf', () => {
  it('fetches the cookie before the first write and sends it decoded', async () => {
    await callApi('auth.logout')
    expect(paths()).toEqual(['GET /api/sanctum/csrf-cookie', 'POST /api/auth/logout'])
    expect(received[1]?.headers['x-xsrf-token']).toBe('token=1')
  })

  it('uses an existing cookie', async () => {
    cookies = 'XSRF-TOKEN=mine'
    await callApi('auth.logout')
    expect(paths()).toEqual(['POST /api/auth/logout'])
    expect(received[0]?.headers['x-xsrf-token']).toBe('mine')
  })

  it('fetches a new cookie once on 419 and repeats the request', async () => {
    cookies = 'XSRF-TOKEN=old'
    answer = ({ headers }, response) =>
      json(response, headers['x-xsrf-token'] === 'old' ? 419 : 200, { status: true })
    await callApi('auth.login', { body: { login: 'a@b.c', password: 'x' } })
    expect(paths()).toEqual(['POST /api/auth/login', 'GET /api/sanctum/csrf-cookie', 'POST /api/auth/login'])
    expect(received[2]?.body).toBe(received[0]?.body)
  })

  it('gives up after the second 419', async () => {
    answer = (_request, response) => json(response, 419, { status: false, code: 'csrf_mismatch' })
    expect(await failureOf(callApi('auth.logout'))).toMatchObject({ statusCode: 419 })
    expect(received).toHaveLength(4)
  })

  it('fetches one cookie for concurrent writes', async () => {
    await Promise.all([callApi('auth.logout'), callApi('auth.init')])
    expect(paths().filter((path) => path.startsWith('GET'))).toHaveLength(1)
  })
})

describe('requests', () => {
  beforeEach(() => {
    cookies = 'XSRF-TOKEN=t'
  })

  it('sends a GET with a time stamp and no token', async () => {
    await callApi('tasks.get', { params: { id: 7 } })
    expect(received[0]).toMatchObject({ method: 'GET', path: '/api/tasks/7' })
    expect(received[0]?.query.get('_t')).toMatch(/^\d{13}$/)
    expect(received[0]?.headers['x-xsrf-token']).toBeUndefined()
  })

  it('sends a PUT as a POST with the override', async () => {
    await callApi('tasks.update', { params: { id: 7 }, body: { title: 'Box', due_at: null } })
    expect(received[0]).toMatchObject({ method: 'POST', path: '/api/tasks/7' })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ _method: 'PUT', title: 'Box', due_at: null })
  })

  it('names the person for whom the page was loaded in a header, once there is one', async () => {
    cookies = 'XSRF-TOKEN=a'
    await callApi('auth.init')
    person = '3.7'
    await callApi('auth.init')
    await callApi('tasks.get', { params: { id: 1 } })
    expect(received.map(({ headers }) => headers['x-artel-person'])).toEqual([undefined, '3.7', '3.7'])
  })

  it('sends the page in the query and the filters in the body', async () => {
    await callApi('tasks.list', { query: { page: 2, sort_by: 'due_at' }, body: { status: ['open'] } })
    expect(received[0]?.query.toString()).toBe('page=2&sort_by=due_at')
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ status: ['open'] })
  })

  it('sends a payload with a file as a form with brackets', async () => {
    // No declared call takes a file yet. The client does not check the shape.
    const body = { title: 'Box', parts: [{ on: true, photo: new Blob(['bytes']) }] } as object
    await callApi('tasks.update', { params: { id: 7 }, body })
    expect(received[0]?.headers['content-type']).toMatch(/^multipart\/form-data/)
    expect(received[0]?.body).toContain('name="_method"\r\n\r\nPUT')
    expect(received[0]?.body).toContain('name="parts[0][on]"\r\n\r\n1')
    expect(received[0]?.body).toContain('name="parts[0][photo]"')
  })
})

describe('answers', () => {
  beforeEach(() => {
    cookies = 'XSRF-TOKEN=t'
  })

  it('adds the status code to a success', async () => {
    answer = (_request, response) => json(response, 201, { status: true, task: { id: 1 } })
    expect(await callApi('tasks.create', { body: { title: 'Box' } })).toEqual({
      status: true,
      task: { id: 1 },
      statusCode: 201,
    })
  })

  it('throws a failure with exactly the body, status and status code', async () => {
    const body = { status: false, message: 'No', code: 'invalid', errors: { title: ['Fill this in'] } }
    answer = (_request, response) => json(response, 422, body)
    const failure = await failureOf(callApi('tasks.get', { params: { id: 1 } }))
    expect(failure).toBeInstanceOf(ApiFailure)
    expect({ ...(failure as ApiFailure) }).toEqual({ ...body, statusCode: 422 }) // checked above
  })

  it('turns a null answer into 404', async () => {
    answer = (_request, response) => json(response, 200, null)
    expect(await failureOf(callApi('auth.init'))).toMatchObject({ status: false, statusCode: 404 })
  })

  it('keeps the status of a failure that is not JSON', async () => {
    answer = (_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')
    expect(await failureOf(callApi('auth.init'))).toMatchObject({ status: false, statusCode: 502 })
  })

  it('throws a NetworkFailure if the connection is lost', async () => {
    answer = (_request, response) => response.destroy()
    expect(await failureOf(callApi('auth.init'))).toBeInstanceOf(NetworkFailure)
  })

  it('calls onDuty if the person must do something first, but not for another 403', async () => {
    answer = (_, response) => json(response, 403, { status: false, code: 'forbidden' })
    await failureOf(callApi('auth.init'))
    expect(onDuty).not.toHaveBeenCalled()
    answer = (_, response) => json(response, 403, { status: false, code: 'totp_setup_required' })
    await failureOf(callApi('auth.init'))
    expect(onDuty).toHaveBeenCalledOnce()
  })

  it('calls onSignedOut for 401 only', async () => {
    answer = ({ path }, response) => json(response, path.endsWith('logout') ? 401 : 403, { status: false })
    await failureOf(callApi('auth.init'))
    expect(onSignedOut).not.toHaveBeenCalled()
    await failureOf(callApi('auth.logout'))
    expect(onSignedOut).toHaveBeenCalledOnce()
  })
})

describe('a list as a file', () => {
  const fetchFile = () =>
    client.fetchFile('tasks.list', { query: { sort_by: 'title' }, body: { search: 'уют' } }, 'csv')

  it('is requested like the list and returned with its name', async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, {
          'content-disposition': `attachment; filename="Tasks.csv"; filename*=UTF-8''${encodeURIComponent('Задачи.csv')}`,
        })
        .end('№;Задача')
    const { name, content } = await fetchFile()
    expect([name, await content.text()]).toEqual(['Задачи.csv', '№;Задача'])
    const asked = received.at(-1)
    expect(asked?.headers['x-xsrf-token']).toBe('token=1')
    expect(asked?.query.toString()).toBe('sort_by=title&format=csv')
    expect(asked?.body).toBe('{"search":"уют"}')
  })

  it('fails with the error of the server, or if it is cut off', async () => {
    answer = (_request, response) => json(response, 429, { status: false, code: 'too_many_requests' })
    await expect(fetchFile()).rejects.toMatchObject({ statusCode: 429, code: 'too_many_requests' })
    answer = (_request, response) => {
      response.writeHead(200).write('№;')
      setTimeout(() => response.destroy(), 20)
    }
    await expect(fetchFile()).rejects.toBeInstanceOf(NetworkFailure)
  })
})
