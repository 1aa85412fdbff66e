import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLocale } from '@artel/contract/primitives'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sayDefault } from '../texts/said-texts.ts'
import { decodeUtf8 } from './body/decode-utf8.ts'
import { ApiError, describeError } from './errors.ts'

// A browser sends some twenty, a proxy adds some; of cookies it keeps less than this for one site.
const mostHeaders = 100
const mostCookies = 200

/** Refuses what no browser sends before anything is made of it. */
export function checkRequestHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers: { cookie = '' } }) => {
    // Nothing of ours is changed under a condition; what sends files would fail where it does not hold.
    delete raw.headers['if-match']
    delete raw.headers['if-unmodified-since']
    const isTooMuch = raw.rawHeaders.length > mostHeaders * 2 || cookie.split(';').length > mostCookies
    if (isTooMuch) throw new ApiError('headers_too_large')
    // Node reads each byte as one character.
    decodeUtf8(Buffer.from(cookie, 'latin1'))
  })
}

/** Where no hook runs nothing else sets these. */
const bareHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/** Answers an address that cannot be read, or is longer than any of ours. */
export function answerUnroutable({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const error = new ApiError(code === 'FST_ERR_BAD_URL' ? 'bad_request' : 'not_found')
  const { status, body } = describeError(error, sayDefault, defaultLocale, request.id)
  void reply.headers(bareHeaders).status(status).send(body)
}

const lingerMs = 1000

/** Answers what is no request at all, in the one shape of failures, and ends its connection. */
export function answerUnreadable({ code }: ConnectionError, socket: Socket): void {
  if (socket.destroyed || socket.writableEnded) return
  // Whoever took too long has nobody waiting for an answer; a browser that connected in advance asks anew.
  if (code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy()
    return
  }
  const reason = code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request'
  const { status, body } = describeError(new ApiError(reason), sayDefault, defaultLocale, '')
  const text = JSON.stringify(body)
  const headers = { ...bareHeaders, 'content-length': Buffer.byteLength(text), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
  // Cut off at once, the sender of much more would be told of the cut and not of the reason.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
