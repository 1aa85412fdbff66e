import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LimitError } from './errors.ts'
import { FairQueue, type QueueOwner, queueOwner } from './fair-queue.ts'
import { FixedTexts } from './fixed-texts.ts'
import { untakenAnswers } from './untaken-answers.ts'

const compress = promisify(gzip)

/**
 * One text is compressed at a time. It takes one of the four threads of the process, and password hashes take two, so that
 * one is always left to files.
 */
const compressing = new FairQueue({
  running: 1,
  runningOfCompany: 1,
  runningOfPerson: 1,
  waitingOfPerson: 30,
  waitingOfCompany: 300,
})

/** @throws LimitError where too many texts of the owner wait */
const compressInTurn = (text: string | Buffer, owner: QueueOwner): Promise<Buffer> =>
  compressing.run(owner, () => compress(text))

const fixedTexts = new FixedTexts(compressInTurn)

/** `gzip;q=0` says that it is not taken. */
const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers['accept-encoding'] ?? '')

/**
 * Sends a long text, compressed to whoever takes it so. It is compressed beside the event loop. Where many texts wait
 * for that it is sent as it is, because the call may have changed something.
 * @param isRefusable the call has changed nothing, so that it may be asked once more
 * @throws LimitError where too many long answers wait for the same readers
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
  isRefusable = true,
): Promise<FastifyReply> {
  const packed = takesGzip(request)
    ? await compressInTurn(text, queueOwner(request)).catch((error: unknown) => {
        if (error instanceof LimitError) return null
        throw error
      })
    : null
  return send(request, reply, packed, text, isRefusable)
}

/**
 * The same for a text that never changes under its name. It is read and compressed once for all who ask.
 * @throws LimitError also where too many such texts are being read; and what `read` throws
 */
export async function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  read: () => Promise<string | Buffer>,
): Promise<FastifyReply> {
  const text = await fixedTexts.find(name, queueOwner(request), read)
  return send(request, reply, takesGzip(request) ? text.packed : null, text.plain, true)
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: Buffer | null,
  text: string | Buffer,
  isRefusable: boolean,
): FastifyReply {
  const body = packed ?? text
  untakenAnswers.hold(queueOwner(request), Buffer.byteLength(body), reply.raw, isRefusable)
  reply.header('vary', 'accept-encoding')
  if (packed) reply.header('content-encoding', 'gzip')
  return reply.send(body)
}
