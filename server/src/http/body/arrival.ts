import type { IncomingMessage } from 'node:http'
import { mayKnock } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onceOver } from '../connections/once-over.ts'

/**
 * Maximum ms that any request may take to arrive: a video over a slow line. The HTTP server itself has no
 * shorter limit for a whole request.
 */
export const longestArrivalMs = 2 * 3_600_000
const usualArrivalMs = 30_000
/** Minimum bytes of a file in each interval. A slower upload is ended. */
const pace = { everyMs: 20_000, bytes: 20_000 }

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Limits how a body arrives before anything decides about its request. Node reads the rest of an unread body,
 * however long it takes, and most refusals come before any hook of bodies or without hooks.
 *
 * A chunked body ends its connection with the answer, because chunks of one byte keep the process ten times
 * as busy as the same bytes in one piece. No browser sends chunks over HTTP/1.1.
 */
export function limitArrivals(app: FastifyInstance, limitMs = usualArrivalMs): void {
  // Runs before the router, which answers some requests at once.
  app.server.prependListener('request', (request, response) => {
    if (!hasBody(request)) return
    if (request.headers['transfer-encoding'] !== undefined) response.shouldKeepAlive = false
    setTimer(
      request,
      setTimeout(() => request.destroy(), limitMs),
    )
  })
}

/**
 * Replaces the timeout of senders who may bring files by a minimum speed. Call it when the session is known.
 */
export function allowFiles(request: FastifyRequest): void {
  const { raw } = request
  if (!timers.has(raw) || !bringsFiles(request)) return
  let before = raw.socket.bytesRead
  const look = () => {
    if (raw.socket.bytesRead - before < pace.bytes) raw.destroy()
    before = raw.socket.bytesRead
  }
  clearTimeout(timers.get(raw))
  setTimer(raw, setInterval(look, pace.everyMs))
}

function setTimer(raw: IncomingMessage, timer: NodeJS.Timeout): void {
  timers.set(raw, timer)
  raw.once('end', () => clearTimeout(timer))
  onceOver(raw, () => clearTimeout(timer))
}

function bringsFiles(request: FastifyRequest): boolean {
  const call = filesCallOf(request)
  return (
    call !== undefined && isMultipart(request) && mayKnock(call.access, request.session.actor?.type ?? null)
  )
}

/** The one call of the path that takes files. */
export function filesCallOf({ routeOptions: { config } }: FastifyRequest): Call | undefined {
  const calls = [...(config.calls?.values() ?? [])]
  return calls.find(({ files }) => Object.keys(files).length > 0)
}

export const isMultipart = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
