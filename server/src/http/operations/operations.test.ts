import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import pino from 'pino'
import { Gauge } from 'prom-client'
import { describe, expect, inject, test } from 'vitest'
import { openPool, openRoot } from '../../database/connection/open.ts'
import { declared } from '../../testing/access/world.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser } from '../../testing/rows/build.ts'
import { times } from '../../testing/together.ts'
import { head, openSocket, sendBytes } from '../../testing/wire.ts'
import { measureJobs, measureStorage, measureStreams, openRegistry } from './gauges.ts'
import { describeApi } from './openapi.ts'
import { buildWatch } from './watch.ts'

const open = useTestApp()
const production = useTestApp({ isProduction: true })
const metered = useTestApp({ metricsToken: 'a-token-for-the-metrics', appUrl: 'https://artel.example' })
const published = useTestApp({ isProduction: true, appUrl: 'https://artel.example' })
const proxied = useTestApp({ trustProxy: 'next', appUrl: 'http://localhost:3000' })
const local = useTestApp({ isProduction: true, appUrl: 'http://127.0.0.1:3000' })

test('anyone may request health and readiness', async () => {
  for (const url of ['/healthz', '/readyz']) {
    const answer = await production.app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: true }])
  }
})

describe('the API description', () => {
  test('is valid JSON and has the successful answer of every call', async () => {
    const { body } = await (await TestClient.guest(open.app)).get('/openapi.json')
    const paths = body.paths as Record<string, Record<string, { responses: object }>>
    for (const call of Object.values(calls).flatMap((named) => Object.values<Call>(named))) {
      const path = `/api${call.path.replace(/:(\w+)/g, '{$1}')}`
      expect(paths[path]?.[call.method.toLowerCase()]?.responses).toHaveProperty(String(call.success))
    }
    expect(body.openapi).toBe('3.1.0')
  })

  test('is not sent again to clients that have it', async () => {
    const guest = await TestClient.guest(open.app)
    const { raw } = await guest.get('/openapi.json')
    const { etag = '', 'cache-control': caching } = raw.headers
    expect(caching).toBe('private, no-cache')
    expect(JSON.parse(raw.body)).toEqual(JSON.parse(JSON.stringify(describeApi())))
    const again = await guest.send('GET', '/openapi.json', undefined, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.raw.body]).toEqual([304, ''])
  })

  test('is also available as an HTML page', async () => {
    const { raw } = await (await TestClient.guest(open.app)).get('/docs')
    expect(raw.headers['content-type']).toContain('text/html')
    expect(raw.body).toContain('/api/tasks/:id/start')
  })

  test.each(['/openapi.json', '/docs'])('%s is only for admins and owners in production', async (path) => {
    const guest = await TestClient.guest(production.app)
    expect((await guest.get(path)).statusCode).toBe(401)
    const db = await buildCompany(production.root)
    for (const [type, status] of [
      ['staff', 403],
      ['admin', 200],
      ['owner', 200],
    ] as const) {
      const client = await TestClient.signIn(production.app, await buildUser(production.root, db, type))
      expect((await client.get(path)).statusCode).toBe(status)
      // Headers that pretend that the request comes from this machine.
      const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1' }
      for (const asker of [client, guest]) {
        const { statusCode } = await asker.send('GET', path, undefined, { headers })
        expect(statusCode).toBe(asker === guest ? 401 : status)
      }
    }
  })
})

describe('the metrics', () => {
  const ask = (app: typeof open.app, headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/metrics', headers, remoteAddress })

  test('name each route as it is declared, and the memory of the process', async () => {
    await (await TestClient.guest(open.app)).get('/tasks/4711')
    const { statusCode, headers, body } = await ask(open.app)
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
    expect(body).toContain('artel_refused_calls_total{route="/api/tasks/:id",status="401"} 1')
    expect(body).toContain('process_resident_memory_bytes')
    expect(body).not.toContain('/4711')
  })

  test('stay small, whatever requests a stranger sends', { timeout: 120_000 }, async () => {
    const paths = [...new Set(Object.values(declared).map(({ path }) => `/api${path.replace(/:\w+/g, '7')}`))]
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
    const before = (await ask(open.app)).body.length
    for (const url of [...paths, '/', '/nowhere', '/assets/nothing.js', '/storage/media/x']) {
      for (const method of methods) {
        for (const headers of [{}, { cookie: '\xff' }, { 'content-type': 'text/x' }]) {
          await open.app.inject({ method: method as 'GET', url, headers, remoteAddress: '203.0.113.7' }) // Fastify knows fewer
        }
      }
    }
    // 75 bytes a line. Each path adds only a few lines of refusals, and no buckets of the histogram.
    expect((await ask(open.app)).body.length - before).toBeLessThan(paths.length * 6 * 75)
  })

  test('are closed to requests from elsewhere or through a proxy on this machine', async () => {
    for (const [headers, address] of [
      [{ host: 'localhost' }, '203.0.113.7'],
      [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
      [{ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.7'],
      [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
      // A page of evil.example, whose owner has pointed the name at this machine.
      [{ host: 'evil.example' }, '127.0.0.1'],
      [{ host: '127.0.0.1.evil.example:3000' }, '127.0.0.1'],
    ] as const) {
      expect((await ask(production.app, headers, address)).statusCode).toBe(404)
    }
  })

  test('are closed without a token if others use the installation, also behind a proxy', async () => {
    // nginx forwards a request like this by default.
    const headers = { host: '127.0.0.1:3000', connection: 'close' }
    for (const { app } of [published, proxied, metered])
      expect((await ask(app, headers)).statusCode).toBe(404)
  })

  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
    'are open to %s if only this machine uses the installation',
    async (address) => {
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
        for (const { app } of [open, local]) expect((await ask(app, { host }, address)).statusCode).toBe(200)
      }
    },
  )

  test('are open to requests with the right token only', async () => {
    const bring = (authorization: string) => ask(metered.app, { authorization }, '203.0.113.7')
    expect((await bring('Bearer a-token-for-the-metrics')).statusCode).toBe(200)
    for (const wrong of [
      'Bearer a-token-for-the-metric',
      'Bearer ',
      'a-token-for-the-metrics',
      'Basic eDp5',
    ]) {
      expect((await bring(wrong)).statusCode).toBe(404)
    }
  })
})

describe('the port for those who watch', () => {
  const log = pino({ level: 'silent' })
  const settings = {
    appUrl: 'https://artel.example',
    trustProxy: 'next',
    metricsToken: 'a-token-for-the-metrics',
  } as const

  test('answers health, readiness and metrics, and nothing else', async () => {
    const registry = openRegistry(open.root, { calls: { totalCount: 5, idleCount: 4, callers: 3 } })
    measureStorage(registry, open.root, inject('dataDir'))
    measureStreams(registry, () => 2)
    const ended = measureJobs(registry)
    ended('mail', 0.5, true)
    ended('mail', 20, false)
    const watch = buildWatch(open.root, registry, settings, log)
    const get = (url: string, authorization = 'Bearer a-token-for-the-metrics') =>
      watch.inject({ url, headers: { authorization } })
    for (const url of ['/healthz', '/readyz']) expect((await get(url)).json()).toEqual({ status: true })
    const { statusCode, body } = await get('/metrics')
    expect(statusCode).toBe(200)
    for (const line of [
      'artel_database_connections{pool="calls",state="busy"} 1',
      'artel_database_connections{pool="calls",state="awaited"} 3',
      'artel_event_streams 2',
      'artel_job_seconds_bucket{le="1",kind="mail",outcome="done"} 1',
      'artel_job_seconds_bucket{le="10",kind="mail",outcome="failed"} 0',
    ]) {
      expect(body.split('\n')).toContain(line)
    }
    expect(body).toMatch(/^artel_media_bytes \d+$/m)
    expect(body).toMatch(/^artel_disk_free_bytes [1-9]\d*/m)
    expect(body).toContain('# TYPE artel_jobs gauge')
    expect((await get('/metrics', 'Bearer another')).statusCode).toBe(404)
    for (const url of ['/', '/api/tasks/1', '/api/openapi.json', '/login'])
      expect((await get(url)).statusCode).toBe(404)
    await watch.close()
  })

  test('reads the metrics once for all who ask at the same time, on both ports', async () => {
    const registry = openRegistry(open.root)
    let reads = 0
    const collect = () => {
      reads += 1
    }
    registry.registerMetric(new Gauge({ name: 'reads', help: 'x', registers: [], collect }))
    const ports = [
      buildWatch(open.root, registry, settings, log),
      buildWatch(open.root, registry, settings, log),
    ]
    const headers = { authorization: 'Bearer a-token-for-the-metrics' }
    const ask = () => Promise.all(ports.map((port) => port.inject({ url: '/metrics', headers })))
    const answers = (await times(100, ask)).flat()
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, reads]).toEqual([200, 1])
    await ask()
    expect(reads).toBe(2)
    for (const port of ports) await port.close()
  })

  test('answers one request of a connection at a time, and others while somebody holds connections', async () => {
    const watch = buildWatch(open.root, openRegistry(open.root), settings, log)
    await watch.listen({ host: '127.0.0.1', port: 0 })
    const { port } = watch.server.address() as AddressInfo // it listens on a port
    const asked = head('GET /healthz')
    const { body } = await sendBytes(port, asked.repeat(2000))
    expect(body).not.toContain('HTTP/1.1')

    const silent = Array.from({ length: 100 }, () => openSocket(port))
    await Promise.all(silent.map((socket) => once(socket, 'connect')))
    const { status } = await sendBytes(port, head('GET /healthz', 'connection: close'))
    expect(status).toBe(200)
    for (const socket of silent) socket.destroy()
    await watch.close()
  })

  test('says that the process is not ready while the database does not answer, and still measures it', async () => {
    const lost = openRoot(
      openPool({ host: '127.0.0.1', port: 1, user: 'a', password: 'a', database: 'a' }, () => {}),
    )
    const watch = buildWatch(lost, openRegistry(lost), settings, log)
    expect((await watch.inject({ url: '/readyz' })).statusCode).toBe(503)
    expect((await watch.inject({ url: '/healthz' })).statusCode).toBe(200)
    const headers = { authorization: 'Bearer a-token-for-the-metrics' }
    const { body } = await watch.inject({ url: '/metrics', headers })
    expect(body).toContain('process_resident_memory_bytes')
    await watch.close()
    await lost.destroy()
  })
})
