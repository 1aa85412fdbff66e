import { Readable } from 'node:stream'
import fastify, { type FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { answerErrors } from './error-answers.ts'

const test_ = useTestApp()

/** Headers that a handler may have set before it fails. */
const said: Record<string, string> = {
  'content-type': 'application/javascript; charset=utf-8',
  'content-encoding': 'br',
  'content-length': '516000',
  'content-disposition': 'inline; filename="a.js"',
  'content-range': 'bytes 0-1/2',
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=31536000, immutable',
  etag: '"a"',
  'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT',
  location: '/elsewhere',
}

const failed = (code: string) => Object.assign(new Error(`${code}: it failed`), { code })
const fails: Record<string, (reply: FastifyReply, error: Error) => unknown> = {
  'a handler that throws': (_, error) => Promise.reject(error),
  'a handler that sends the error': (reply, error) => reply.send(error),
  'a stream that fails at once': (reply, error) =>
    reply.send(new Readable({ read: () => undefined, construct: (done) => done(error) })),
}

test.each(
  Object.entries(fails).flatMap(([name, fail]) => [
    ...['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'ENOSPC'].map(
      (code) => [code, name, 503, fail] as const,
    ),
    ['EBUG', name, 500, fail] as const,
  ]),
)(
  '%s of %s is answered with %i as JSON, without headers that were set before',
  async (code, _, status, fail) => {
    const app = fastify()
    answerErrors(app, test_.root)
    app.get('/', (__, reply) => {
      reply.headers(said)
      return fail(reply, failed(code))
    })
    const { statusCode, headers, body } = await app.inject('/')
    await app.close()
    expect([statusCode, headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toMatchObject({
      status: false,
      code: status === 503 ? 'unavailable' : 'internal',
    })
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(body))
    const { 'content-type': __, 'content-length': ___, 'cache-control': ____, ...others } = said
    expect(Object.keys(others).filter((name) => headers[name] !== undefined)).toEqual([])
    expect(headers['cache-control']).toBe('no-store')
  },
)
