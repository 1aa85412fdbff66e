import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fastify } from 'fastify'
import type { Registry } from 'prom-client'
import type { Root } from '../../database/connection/open.ts'
import { ApiError } from '../../errors/errors.ts'
import { answerOneByOne, nodeLimits, watchConnections } from '../connections/connections.ts'
import { type MetricsSettings, serveMetrics } from './metrics.ts'
import { serveHealth } from './operations.ts'

/** Far more than those who watch a process open. */
const limits = { all: 50, quiet: 50, ofClient: 25, stallMs: 30_000 }
const requestTimeout = 10_000

/** A server for those who watch the process: `/healthz`, `/readyz` and `/metrics`, and nothing else. */
export function buildWatch(
  root: Root,
  registry: Registry,
  settings: MetricsSettings,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = fastify({ bodyLimit: 1, requestTimeout, http: nodeLimits, forceCloseConnections: true })
  // The process also answers people, and whoever reaches this port must not keep it busy or close it to others.
  watchConnections(app, true, limits)
  answerOneByOne(app, () => false)
  app.setErrorHandler((error, _, reply) => {
    if (error instanceof ApiError) return reply.status(404).send({ status: false })
    log.warn({ err: error }, 'a watcher was not answered')
    return reply.status(503).send({ status: false })
  })
  serveHealth(app, root)
  serveMetrics(app, registry, settings)
  return app
}
