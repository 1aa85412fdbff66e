import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors/errors.ts'
import { serveAssets } from './assets.ts'

// Pages for people who are not signed in use the smaller of the two documents.
const guestPaths = ['/login', '/forgot', '/reset/:token', '/email-verified', '/support', '/terms', '/privacy']

/** Serves the built web: its assets, and the two documents that contain all screens. */
export async function servePages(app: FastifyInstance, webDir: URL, isProduction: boolean): Promise<void> {
  const readPage = async (name: string) => {
    const html = await readFile(new URL(name, webDir), 'utf8')
    return Buffer.from(html.replace('%TEXTS%', isProduction ? 'static' : 'live'))
  }
  const [appPage, loginPage] = await Promise.all([readPage('index.html'), readPage('login.html')])
  await serveAssets(app, webDir)
  for (const path of guestPaths) app.get(path, (_, reply) => sendPage(reply, loginPage))
  app.setNotFoundHandler((request, reply) => {
    if (!isScreen(request)) throw new ApiError('not_found')
    return sendPage(reply, appPage)
  })
}

const sendPage = (reply: FastifyReply, html: Buffer) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)

/** Scheme and host in front of the path, because a proxy may send a full URL. */
const origin = /^https?:\/\/[^/?]+/i

// Paths of screens have no dots, so that /.env and a missing asset get 404 instead of a page.
function isScreen({ method, url }: FastifyRequest): boolean {
  const [path = ''] = url.replace(origin, '').split('?')
  return (method === 'GET' || method === 'HEAD') && /^\/(?!(api|storage)(\/|$)|assets\/)[\w\-/]*$/.test(path)
}
