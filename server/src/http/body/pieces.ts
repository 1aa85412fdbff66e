import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/errors.ts'

/** Pieces that a body of any size may have, such as one typed by hand or the first packets of a slow line. */
const sparePieces = 1000
/** Average bytes that each further piece must have. A packet of the smallest network has 500. */
const bytesOfPiece = 256

/** The pieces of a body are too small. The rest of it is not read, so its connection ends with the answer. */
export class PiecesError extends ApiError {
  constructor() {
    super('too_large')
  }
}

/**
 * Counts the pieces of a body, because each piece costs the process more than its bytes do, and a client that
 * sends a byte at a time could keep it busy for seconds with one body.
 * @returns a function to call with each piece. @throws PiecesError
 */
export function countPieces({ raw }: FastifyRequest): (piece: Buffer) => void {
  let [pieces, bytes] = [0, 0]
  return (piece) => {
    pieces += 1
    bytes += piece.length
    if (pieces <= sparePieces + bytes / bytesOfPiece) return
    raw.pause()
    throw new PiecesError()
  }
}

/**
 * Reads a body that is not multipart.
 * @throws ApiError too_large; bad_request if the client leaves or sends less than it has declared;
 * PiecesError; LimitError if its sender has too many bytes in memory already
 */
export function readBytes(request: FastifyRequest): Promise<Buffer> {
  const { raw } = request
  const { bytes } = request.bodyLimits
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new ApiError('too_large')
  const count = countPieces(request)
  // A request whose client has already left emits no more events.
  if (raw.destroyed) throw new ApiError('bad_request')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (error: unknown) => {
      raw.off('data', take)
      reject(error)
    }
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      try {
        count(chunk)
        if (size > bytes) throw new ApiError('too_large')
        request.holdBytes(chunk.length)
      } catch (error) {
        stop(error)
      }
    }
    raw
      .on('data', take)
      .once('end', () => resolve(Buffer.concat(chunks, size)))
      .once('error', stop)
      .once('close', () => stop(new ApiError('bad_request')))
  })
}
