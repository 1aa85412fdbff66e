import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compress = promisify(gzip)

/** `gzip;q=0` says that it is not taken. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/** Sends a text compressed to whoever takes it so. It is compressed beside the event loop. */
export async function sendCompressed(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding')
  if (!takesGzip.test(headers['accept-encoding'] ?? '')) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compress(text))
}
