import type { FastifyReply, FastifyRequest } from 'fastify'
import { Places, placeOwner } from '../places.ts'

const mebibyte = 1_048_576

/** Bytes of bodies in the memory of this process; their files are on the disk. */
const heldBytes = new Places({ all: 128 * mebibyte, company: 48 * mebibyte, person: 16 * mebibyte }, 1)

declare module 'fastify' {
  interface FastifyRequest {
    /** To be called with the bytes of each piece of the body that is kept. @throws LimitError */
    holdBytes: (bytes: number) => void
  }
}

/** Counts what of a body stays in memory, from its first piece until the call is answered or its sender has left. */
export function openHeldBytes(request: FastifyRequest, reply: FastifyReply): void {
  const held = heldBytes.enter(placeOwner(request), 0)
  request.holdBytes = held.grow
  reply.raw.once('close', held.release)
}
