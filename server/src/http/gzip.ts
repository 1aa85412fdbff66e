import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { untakenAnswers } from './untaken-answers.ts'

const compress = promisify(gzip)

/** `gzip;q=0` says that it is not taken. */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/**
 * Sends a long text, compressed to whoever takes it so. It is compressed beside the event loop.
 * @param isRefusable the call has changed nothing, so that it may be asked once more
 * @throws LimitError where too many long answers wait for the same readers
 */
export async function sendCompressed(
  { headers, session }: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
  isRefusable = true,
): Promise<FastifyReply> {
  const isTaken = takesGzip.test(headers['accept-encoding'] ?? '')
  const body = isTaken ? await compress(text) : text
  untakenAnswers.hold(session.actor, Buffer.byteLength(body), reply.raw, isRefusable)
  reply.header('vary', 'accept-encoding')
  if (isTaken) reply.header('content-encoding', 'gzip')
  return reply.send(body)
}
