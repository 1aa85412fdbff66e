import { photoFormats, videoFormats } from '@artel/contract/multimedia/multimedia.kinds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { checkGate } from '../../access/gate.ts'
import type { Root } from '../../database/connection/open.ts'
import { ApiError } from '../../errors/errors.ts'
import { disposition } from '../../files/file-name.ts'
import { namesTag } from '../../http/answers/tags.ts'
import { onceOver } from '../../http/connections/once-over.ts'
import { Places, placeOwner } from '../../limits/places.ts'
import { keyOf, parseName } from '../../storage/keys.ts'
import type { Storage, StoredFile } from '../../storage/storage.ts'
import { findServedFile } from './multimedia.queries.ts'
import { readRange } from './multimedia.rules.ts'

const gate = {
  access: 'staff',
  isOpenToInactive: false,
  isOpenBeforePasswordChange: false,
  isOpenBeforeTotp: false,
} as const
const types: Record<string, string> = { ...photoFormats, ...videoFormats }

/**
 * Maximum files that are read at the same time. The bucket client has 1,100 connections, and uploads need
 * some of them. The slow readers of one person must not take them all, nor the readers of one company
 * together with guests, who load its logo. The limit per person is high, because behind some proxies a page
 * requests hundreds of photos at once.
 */
export const readers = { all: 1000, company: 450, person: 300 }
const retryAfterSeconds = 5

type Served = {
  key: string
  etag: string
  type: string
  name: string
  extension: string
  size: number
  isPublic: boolean
}

/** `GET /storage/media/{prefix_}{file}`: users of the company read all its files, anyone reads logos. */
export function serveMedia(app: FastifyInstance, root: Root, storage: Storage): void {
  const places = new Places(readers, retryAfterSeconds)
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/storage/media/:file',
    handler: async (request, reply) => {
      const served = await findServed(root, request.session.actor, request.params.file)
      // The client has disconnected. A file that was opened for it would stay open, because nothing is sent.
      if (reply.raw.closed) throw new ApiError('bad_request')
      // Runs before the headers of the file are set, because a refusal must not be cached as a file.
      const place = places.enter(placeOwner(request))
      onceOver(reply.raw, place.release)
      describe(reply, served)
      if (namesTag(request.headers['if-none-match'], served.etag)) return reply.status(304).send()
      const file = await storage.open(served.key)
      if (file?.size === served.size) return send(request, reply, served, file)
      await file?.close()
      request.log.error(
        { key: served.key, found: file?.size, size: served.size },
        'a media file is not whole',
      )
      throw new ApiError('not_found')
    },
  })
}

/** @throws ApiError not_found, also for a file of another company */
async function findServed(root: Root, actor: Actor | null, address: string): Promise<Served> {
  const named = parseName(address)
  if (!named) throw new ApiError('not_found')
  const { file, variant, ending } = named
  const row = await findServedFile(root, file)
  const isPublic = row?.path === 'logos'
  if (!isPublic) checkGate(gate, actor)
  const size = variant ? row?.variants[variant]?.size : row?.size
  if (!row || !size || (!isPublic && row.company_id !== actor?.companyId)) throw new ApiError('not_found')
  return {
    key: keyOf(row.company_id, file, variant),
    // The content of a file name never changes.
    etag: `"${address}"`,
    type: variant ? 'image/webp' : (types[ending] ?? 'application/octet-stream'),
    name: row.name,
    extension: variant ? 'webp' : ending,
    size,
    isPublic,
  }
}

// A file that is opened directly must not run scripts, load anything or be embedded in a page of another
// site.
function describe(reply: FastifyReply, { etag, type, name, extension, isPublic }: Served): void {
  // A browser reuses its copy only within the session that was allowed to read the file.
  if (!isPublic) reply.header('vary', 'Cookie')
  reply
    .header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`)
    .header('etag', etag)
    .header('content-type', type)
    .header('content-disposition', disposition('inline', { name, extension }))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('accept-ranges', 'bytes')
}

async function send(request: FastifyRequest, reply: FastifyReply, served: Served, file: StoredFile) {
  const { etag, size, key } = served
  const { range, 'if-range': condition } = request.headers
  const wanted = condition === undefined || condition === etag ? readRange(range, size) : 'whole'
  if (wanted === null) {
    await file.close()
    return reply
      .status(416)
      .header('cache-control', 'no-store')
      .header('content-range', `bytes */${size}`)
      .send()
  }
  const part = wanted === 'whole' ? { from: 0, to: size - 1 } : wanted
  if (wanted !== 'whole') {
    reply.status(206).header('content-range', `bytes ${part.from}-${part.to}/${size}`)
  }
  reply.header('content-length', part.to - part.from + 1)
  if (request.method === 'HEAD') {
    await file.close()
    return reply.send()
  }
  // No range for the whole file, because a bucket that ignores ranges can still send that.
  const content = await file.read(wanted === 'whole' ? undefined : part)
  // Before the headers are sent, a failure becomes an answer, which logs it. After them, the connection is
  // closed, because its client would take the next answer for the rest of this file.
  content.once('error', (err) => {
    if (reply.raw.headersSent) request.log.error({ err, key }, 'a media file was not sent whole')
  })
  return reply.send(content)
}
