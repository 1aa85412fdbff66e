import type { FastifyInstance } from 'fastify'
import type { Root } from '../../database/open.ts'
import { ApiError } from '../../http/errors.ts'
import { sendCompressed } from '../../http/gzip.ts'
import { readAgain } from '../../http/transaction.ts'

const base = '/storage/texts/'

/** Where pages find the texts of this digest. */
export const addressOf = (hash: string): string => `${base}${hash}.json`

/** `GET /storage/texts/{digest}.json`: published texts. They are no secret, and what stands there never changes. */
export function servePublishedTexts(app: FastifyInstance, root: Root): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${base}:file`,
    handler: async (request, reply) => {
      const [, hash] = /^([0-9a-f]{64})\.json$/.exec(request.params.file) ?? []
      const body = hash === undefined ? undefined : await readAgain(() => findBody(root, hash))
      if (body === undefined) throw new ApiError('not_found')
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-type', 'application/json; charset=utf-8')
        .header('etag', `"${hash}"`)
      if (request.headers['if-none-match'] === `"${hash}"`) return reply.status(304).send()
      return sendCompressed(request, reply, body)
    },
  })
}

// The digest names the same text whichever company has published it.
async function findBody(root: Root, hash: string): Promise<string | undefined> {
  const row = await root
    .selectFrom('localization_files')
    .select('body')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  return row?.body
}
