import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { defaultLocale } from '@artel/contract/primitives'
import type { ConnectionError, FastifyInstance } from 'fastify'
import { decodeUtf8 } from './decode-utf8.ts'
import { ApiError, describeError } from './errors.ts'

// A browser sends some twenty, a proxy adds some; of cookies it keeps less than this for one site.
const mostHeaders = 100
const mostCookies = 200

/** Refuses what no browser sends before anything is made of it. */
export function checkRequestHeads(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers: { cookie = '' } }) => {
    const isTooMuch = raw.rawHeaders.length > mostHeaders * 2 || cookie.split(';').length > mostCookies
    if (isTooMuch) throw new ApiError('headers_too_large')
    // Node reads each byte as one character.
    decodeUtf8(Buffer.from(cookie, 'latin1'))
  })
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
  const { status, body } = describeError(new ApiError(reason), defaultLocale, '')
  const text = JSON.stringify(body)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    ...['cache-control: no-store', 'x-content-type-options: nosniff', 'connection: close'],
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${text}`)
  // Cut off at once, the sender of much more would be told of the cut and not of the reason.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
