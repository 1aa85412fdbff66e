import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

/** Pieces that a body may come in whatever its size: what is typed by hand, and the first packets of a slow line. */
const sparePieces = 1000
/** Bytes of each further piece on average. A packet of the smallest network has 500. */
const bytesOfPiece = 256

/** A body in pieces so small that the rest of it is not read: its connection ends with the answer. */
export class PiecesError extends ApiError {
  constructor() {
    super('too_large')
  }
}

/**
 * Counts what a body comes in: each piece costs the process more than its bytes do, and a client that sends a byte at a
 * time could keep it busy for seconds with one body.
 * @returns to be called with each piece. @throws PiecesError
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
 * Reads a body that is no form with files.
 * @throws ApiError too_large; bad_request where the client leaves or sends less than it has declared; PiecesError;
 * LimitError where its sender has too much in memory already
 */
export function readBytes(request: FastifyRequest): Promise<Buffer> {
  const { raw } = request
  const { bytes } = request.bodyLimits
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw new ApiError('too_large')
  const count = countPieces(request)
  // Who has left already is told of by nothing that comes.
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
