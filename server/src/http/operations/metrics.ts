import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { ApiError } from '../../errors/errors.ts'
import { isThisMachine, isUsedHere, type Settings } from '../../settings.ts'
import { hashToken } from '../../token.ts'

export type MetricsSettings = Pick<Settings, 'appUrl' | 'trustProxy' | 'metricsToken'>

/**
 * `GET /metrics` in the format of Prometheus. Allowed for requests with the token, and for requests from this
 * machine if no setting says that others use the installation.
 */
export function serveMetrics(app: FastifyInstance, registry: Registry, settings: MetricsSettings): void {
  app.get('/metrics', async (request, reply) => {
    const isOpen = isForOneself(settings) && isFromThisMachine(request)
    if (!isOpen && !bringsToken(request, settings.metricsToken)) throw new ApiError('not_found')
    return reply.type(registry.contentType).send(await readMetrics(registry))
  })
}

const running = new WeakMap<Registry, Promise<string>>()

/** Reads the metrics once for all who ask meanwhile, because a scrape queries the database and writes each series. */
function readMetrics(registry: Registry): Promise<string> {
  const present = running.get(registry)
  if (present) return present
  const read = registry.metrics().finally(() => running.delete(registry))
  running.set(registry, read)
  return read
}

/**
 * Measures answered calls and counts refused ones. No label has a value that a sender chooses, because each
 * combination of labels stays in memory until the process ends, and is written at each scrape.
 */
export function measureCalls(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'artel_call_seconds',
    help: 'Time from the first byte of a call to the last of its answer, refused calls left out',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'artel_refused_calls_total',
    help: 'Calls that were answered with 4xx',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, route } = labelsOf(request)
    const status = reply.statusCode
    if (status >= 400 && status < 500) refusals.inc({ route, status })
    else seconds.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, reply.elapsedTime / 1000)
  })
}

const methodsOfPages = new Set(['GET', 'HEAD'])

/** The route as declared, because an address contains ids. Undeclared calls form one series. */
function labelsOf({ method, routeOptions: { url, config } }: FastifyRequest): {
  method: string
  route: string
} {
  const isDeclared = config?.calls?.has(method) ?? methodsOfPages.has(method)
  return isDeclared ? { method, route: url ?? 'page' } : { method: 'other', route: 'other' }
}

const signsOfProxy = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether only people of this machine use the installation. The connection does not tell, because a proxy
 * need not identify itself: nginx by default forwards a stranger's request from 127.0.0.1, with that as the
 * host, and with no header of its own. The address that people use tells; production requires it.
 */
const isForOneself = ({ appUrl, trustProxy }: MetricsSettings): boolean =>
  trustProxy === 'none' && isUsedHere(appUrl)

/**
 * Also checks the host, because the owner of a foreign page may point its name at this machine. The browser
 * then sends that name as the host.
 */
const isFromThisMachine = ({ socket, hostname, headers }: FastifyRequest): boolean =>
  isThisMachine(socket.remoteAddress?.replace(/^::ffff:/, '') ?? '') &&
  isThisMachine(hostname) &&
  !signsOfProxy.some((name) => name in headers)

function bringsToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false
  const [, brought = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  // Compares hashes, because the comparison in constant time needs equal lengths.
  return timingSafeEqual(hashToken(brought), hashToken(token))
}
