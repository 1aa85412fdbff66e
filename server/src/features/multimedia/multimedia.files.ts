import { type PhotoVariant, photoFormats, videoFormats } from '@artel/contract/multimedia.kinds'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/open.ts'
import { ApiError } from '../../http/errors.ts'
import { disposition } from '../../http/file-name.ts'
import { checkGate } from '../../http/gate.ts'
import { onceOver } from '../../http/once-over.ts'
import { Places, placeOwner } from '../../http/places.ts'
import { namesTag } from '../../http/tags.ts'
import type { Storage, StoredFile } from '../../storage/storage.ts'
import { findServedFile } from './multimedia.queries.ts'
import { keyOf, readRange } from './multimedia.rules.ts'

const gate = {
  access: 'staff',
  isOpenToInactive: false,
  isOpenBeforePasswordChange: false,
  isOpenBeforeTotp: false,
} as const
const servedName = /^(?:(small|medium|large)_)?([0-9a-z]{32}\.([0-9a-z]{3,4}))$/
const types: Record<string, string> = { ...photoFormats, ...videoFormats }

/**
 * Files that are read at the same moment. A bucket is asked over 1,100 connections. The slow readers of one person must
 * not take them, nor those of a company together with guests, who look at its logo; and uploads need some. A page of
 * hundreds of photos asks for all of them at once behind some proxies.
 */
export const readers = { all: 1000, company: 450, person: 300 }
const retryAfterSeconds = 5

type Served = { key: string; etag: string; type: string; name: string; size: number; isPublic: boolean }

/** `GET /storage/media/{prefix_}{file}`: for people of the company, and logos for anyone. */
export function serveMedia(app: FastifyInstance, root: Root, storage: Storage): void {
  const places = new Places(readers, retryAfterSeconds)
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/storage/media/:file',
    handler: async (request, reply) => {
      const served = await findServed(root, request.session.actor, request.params.file)
      // Who left meanwhile is sent nothing, and what was opened for them would stay open.
      if (reply.raw.closed) throw new ApiError('bad_request')
      // Before the headers of the file, because a refusal must not be cached as one.
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

/** @throws ApiError not_found also for what is another company's */
async function findServed(root: Root, actor: Actor | null, address: string): Promise<Served> {
  const [, prefix, file, format = ''] = servedName.exec(address) ?? []
  if (!file) throw new ApiError('not_found')
  const variant = prefix as PhotoVariant | undefined // one of the three by the pattern
  const row = await findServedFile(root, file)
  const isPublic = row?.path === 'logos'
  if (!isPublic) checkGate(gate, actor)
  const size = variant ? row?.variants[variant]?.size : row?.size
  if (!row || !size || (!isPublic && row.company_id !== actor?.companyId)) throw new ApiError('not_found')
  return {
    key: keyOf(row.company_id, file, variant),
    // What stands under a name never changes.
    etag: `"${address}"`,
    type: variant ? 'image/webp' : (types[format] ?? 'application/octet-stream'),
    name: row.name,
    size,
    isPublic,
  }
}

// Whatever a file holds, opened by itself it may neither run, nor load, nor be part of another's page.
function describe(reply: FastifyReply, { etag, type, name, isPublic }: Served): void {
  // A browser reuses its copy only within the session that was allowed to read the file.
  if (!isPublic) reply.header('vary', 'Cookie')
  reply
    .header('cache-control', `${isPublic ? 'public' : 'private'}, max-age=31536000, immutable`)
    .header('etag', etag)
    .header('content-type', type)
    .header('content-disposition', disposition('inline', name))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('accept-ranges', 'bytes')
}

async function send(request: FastifyRequest, reply: FastifyReply, { etag, size }: Served, file: StoredFile) {
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
  return reply.send(await file.read(part))
}
