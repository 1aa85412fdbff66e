import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LimitError } from '../../errors/errors.ts'
import { FairQueue, type QueueOwner, queueOwner } from '../../limits/fair-queue.ts'
import { FixedTexts } from './fixed-texts.ts'
import { untakenAnswers } from './untaken-answers.ts'

const compress = promisify(gzip)

/**
 * Compresses one text at a time. That takes one of the four threads of the process, and password hashes take
 * two, so that one thread is always free for files.
 */
const compressing = new FairQueue({
  running: 1,
  runningOfCompany: 1,
  runningOfPerson: 1,
  waitingOfPerson: 30,
  waitingOfCompany: 300,
})

/** @throws LimitError if too many texts of the owner wait */
const compressInTurn = (text: string | Buffer, owner: QueueOwner): Promise<Buffer> =>
  compressing.run(owner, () => compress(text))

const fixedTexts = new FixedTexts(compressInTurn)

/** Whether the client accepts gzip. `gzip;q=0` means that it does not. */
const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(headers['accept-encoding'] ?? '')

/**
 * Sends a long text, compressed if the client accepts gzip. A thread compresses it, so the event loop is not
 * blocked. If too many texts wait for compression, sends the text uncompressed, because the call may have
 * changed something.
 * @param isRefusable true: the call has changed nothing, so the client may repeat it
 * @throws LimitError if too many long answers wait for the same readers
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
 * Sends a text that never changes under its name. It is read and compressed once for all requests.
 * @throws LimitError also if too many such texts are being read; what `read` throws
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
