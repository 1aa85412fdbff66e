import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Root } from '../../database/connection/open.ts'
import { ApiError } from '../../errors/errors.ts'
import { namesTag } from '../answers/tags.ts'
import { readApiDescription } from './api-description.ts'

const readyForMs = 500

/** Whether the process is alive, and whether it reaches its database. */
export function serveHealth(app: FastifyInstance, root: Root): void {
  app.get('/healthz', async () => ({ status: true }))
  let asked: { at: number; answer: Promise<unknown> } | undefined
  app.get('/readyz', async () => {
    // Anyone may call this as often as they like, so the database is queried at most twice a second.
    if (!asked || performance.now() - asked.at > readyForMs) {
      asked = { at: performance.now(), answer: sql`select 1`.execute(root) }
    }
    await asked.answer
    return { status: true }
  })
}

/** What the API is, for developers. */
export function serveApiDescription(app: FastifyInstance, isProduction: boolean): void {
  app.get('/api/openapi.json', async (request, reply) => {
    refuseStrangers(request, isProduction)
    const { content, etag } = await readApiDescription()
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (namesTag(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(content)
  })
  app.get('/api/docs', async (request, reply) => {
    refuseStrangers(request, isProduction)
    return reply.type('text/html; charset=utf-8').send(docsPage())
  })
}

// Outside production anyone may read it; in production only admins and owners may.
function refuseStrangers({ session: { actor } }: FastifyRequest, isProduction: boolean): void {
  if (!isProduction || (actor && actor.type !== 'staff')) return
  throw new ApiError(actor ? 'forbidden' : 'unauthenticated')
}

const asHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** All calls on one page without scripts: path, access and fields. openapi.json has the full description. */
function docsPage(): string {
  const sections = Object.entries(calls).map(([feature, named]) => {
    const rows = Object.entries<Call>(named).map(([name, call]) => {
      const fields =
        'shape' in call.body ? Object.keys(call.body.shape as object).join(', ') : 'see openapi.json'
      const cells = [`${feature}.${name}`, call.method, `/api${call.path}`, call.access, fields]
      return `<tr>${cells.map((cell) => `<td>${asHtml(cell)}</td>`).join('')}</tr>`
    })
    return `<h2>${asHtml(feature)}</h2><table><tr><th>Call<th>Method<th>Path<th>Access<th>Body</tr>${rows.join('')}</table>`
  })
  return `<!doctype html><html lang="en"><title>Artel: calls</title><style>
body{font:14px/20px system-ui,sans-serif;max-width:1100px;margin:40px auto;padding:0 20px;color:#1e1b17;background:#fefdfc}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:6px 12px 6px 0;border-bottom:1px solid #e2dfd9;vertical-align:top}
</style><h1>Artel: calls</h1><p>The whole, with shapes and errors: <a href="/api/openapi.json">openapi.json</a></p>${sections.join('')}</html>`
}
