import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLocale } from '@artel/contract/shapes/primitives'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wireMethods } from '../../access/gate.ts'
import { ApiError, describeError } from '../../errors/errors.ts'
import type { SessionSettings } from '../../sessions/session.ts'
import { sayDefault } from '../../texts/said-texts.ts'
import { usualHeaders } from '../answers/security-headers.ts'
import { decodeUtf8 } from '../body/decode-utf8.ts'

// A browser sends about 20 headers, and a proxy adds some. A browser keeps fewer cookies than this for one
// site.
const maxHeaders = 100
const maxCookies = 200
/** The one expectation that is accepted: the client waits for permission to send its body. Node sends it. */
const awaited = /^100-continue$/i

/**
 * Without this option Node refuses a head without a host by an answer without a body and without our headers.
 */
export const nodeRefusals = { requireHostHeader: false }

/** Refuses heads that no browser sends, before anything else reads them. */
export function checkRequestHeads(app: FastifyInstance): void {
  // Without a listener Node itself answers 417, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw, headers: { cookie = '', expect } }) => {
    // If a request names two hosts, Node keeps the first, and a proxy may use the second.
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    const isHostClear = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
    if (!isHostClear || (expect !== undefined && !awaited.test(expect))) throw new ApiError('bad_request')
    // No call of ours changes data under a condition. Code that sends files would fail if the condition does
    // not hold.
    delete raw.headers['if-match']
    delete raw.headers['if-unmodified-since']
    const isTooMuch = raw.rawHeaders.length > maxHeaders * 2 || cookie.split(';').length > maxCookies
    if (isTooMuch) throw new ApiError('headers_too_large')
    // Node reads each byte as one character, so the bytes are checked for UTF-8 here.
    decodeUtf8(Buffer.from(cookie, 'latin1'))
  })
}

/** Headers of answers for which no hook runs. */
const bareHeaders = (settings: SessionSettings) => ({
  ...usualHeaders(settings),
  'content-type': 'application/json; charset=utf-8',
})

/** Answers a request whose address is malformed or longer than any of ours. */
export function answerUnroutable(settings: SessionSettings) {
  const headers = bareHeaders(settings)
  return ({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const error = new ApiError(code === 'FST_ERR_BAD_URL' ? 'bad_request' : 'not_found')
    const { status, body } = describeError(error, sayDefault, defaultLocale, request.id)
    void reply.headers(headers).status(status).send(body)
  }
}

const known = new Set<string | undefined>(wireMethods)

/**
 * Refuses a request whose method no call uses, and ends its connection. Node's parser also accepts the
 * methods of WebDAV and RTSP. Fastify answers those without any hook, so without headers and limits, and logs
 * a warning with its routes.
 * @returns whether the request was refused
 */
export function refuseMethods(settings: SessionSettings) {
  const { status, body } = describeError(new ApiError('method_not_allowed'), sayDefault, defaultLocale, '')
  const text = JSON.stringify(body)
  const headers = {
    ...bareHeaders(settings),
    'content-length': Buffer.byteLength(text),
    allow: wireMethods.join(', '),
    connection: 'close',
  }
  return ({ method }: IncomingMessage, response: ServerResponse): boolean => {
    if (known.has(method)) return false
    response.writeHead(status, headers).end(text)
    return true
  }
}

const lingerMs = 1000

/** Answers bytes that are no request, in the one shape of failures, and ends the connection. */
export function answerUnreadable(settings: SessionSettings) {
  const usual = bareHeaders(settings)
  return ({ code }: ConnectionError, socket: Socket): void => {
    if (socket.destroyed || socket.writableEnded) return
    // After a reset or a timeout nobody waits for an answer. A browser that connected in advance sends a new
    // request.
    if (code === 'ECONNRESET' || code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
      socket.destroy()
      return
    }
    const reason = code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request'
    const { status, body } = describeError(new ApiError(reason), sayDefault, defaultLocale, '')
    const text = JSON.stringify(body)
    const headers = { ...usual, 'content-length': Buffer.byteLength(text), connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', text].join('\r\n'))
    // If the connection closed at once, a client that is still sending would see the reset and not the
    // reason.
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}
