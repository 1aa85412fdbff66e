import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Root } from '../../database/connection/open.ts'
import { retryRead } from '../../database/transaction.ts'
import { ApiError } from '../../errors/errors.ts'
import { sendFixed } from '../../http/answers/gzip.ts'
import { namesTag } from '../../http/answers/tags.ts'
import { publishedTexts } from './localizations.rules.ts'

/** `GET /storage/texts/{digest}.json`: published texts. They are public and never change. */
export function servePublishedTexts(app: FastifyInstance, root: Root): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: `${publishedTexts}:file`,
    handler: async (request, reply) => {
      const [, hash] = /^([0-9a-f]{64})\.json$/.exec(request.params.file) ?? []
      if (hash === undefined) throw new ApiError('not_found')
      const etag = `"${hash}"`
      const condition = request.headers['if-none-match']
      // A matching tag gets 304 without a query, because a digest always means the same text.
      if (condition !== '*' && namesTag(condition, etag)) return describe(reply, etag).status(304).send()
      const read = () => retryRead(() => findBody(root, hash))
      return sendFixed(request, describe(reply, etag), `text ${hash}`, read)
    },
  })
}

const describe = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-type', 'application/json; charset=utf-8')
    .header('etag', etag)

/** A digest means the same text, whichever company published it. @throws ApiError not_found */
async function findBody(root: Root, hash: string): Promise<string> {
  const row = await root
    .selectFrom('localization_files')
    .select('body')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new ApiError('not_found')
  return row.body
}
