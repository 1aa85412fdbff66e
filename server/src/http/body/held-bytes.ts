import type { FastifyReply, FastifyRequest } from 'fastify'
import { Places, placeOwner } from '../../limits/places.ts'
import { onceOver } from '../connections/once-over.ts'

const mebibyte = 1_048_576

/**
 * Bytes of request bodies in the memory of this process. Files do not count, because they are on the disk.
 */
const heldBytes = new Places({ all: 128 * mebibyte, company: 48 * mebibyte, person: 16 * mebibyte }, 1)

/**
 * First bytes of each body of a guest or a foreign service that do not count. A sign-in fits in them. The
 * limit of connections bounds their sum. Without them a few strangers could use up the bytes of all guests,
 * and nobody could sign in.
 */
const freeBytes = 2048

declare module 'fastify' {
  interface FastifyRequest {
    /** Call it with the bytes of each piece of the body that stays in memory. @throws LimitError */
    holdBytes: (bytes: number) => void
  }
}

/**
 * Counts the body bytes in memory, from the first piece until the call is answered or the client has left.
 */
export function openHeldBytes(request: FastifyRequest, reply: FastifyReply): void {
  const held = heldBytes.enter(placeOwner(request), 0)
  let free = request.session.actor ? 0 : freeBytes
  request.holdBytes = (bytes) => {
    const uncounted = Math.min(free, bytes)
    free -= uncounted
    if (bytes > uncounted) held.grow(bytes - uncounted)
  }
  onceOver(reply.raw, held.release)
}
