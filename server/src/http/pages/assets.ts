import { readdir, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compiledCodePolicy } from '../answers/security-headers.ts'
import { namesTag } from '../answers/tags.ts'

/** Content types by file extension. */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  ico: 'image/vnd.microsoft.icon',
  js: 'application/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** A compressed form lies beside its file, under the file's name with this suffix. */
const endings = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof endings

/** The content of one address in one encoding. All answers share the bytes. */
type Form = { body: Buffer; etag: string; modified: string }
type Asset = { plain: Form; packed: Map<Encoding, Form>; headers: Record<string, string>; type: string }

/**
 * Serves the files of the built web from memory (about 10 MB), because repeated requests for a large file
 * would otherwise occupy the threads that read all other files. Serves no ranges, because no page requests a
 * part of a file.
 */
export async function serveAssets(app: FastifyInstance, webDir: URL): Promise<void> {
  for (const [path, asset] of await readAssets(fileURLToPath(webDir)))
    app.route({
      method: ['GET', 'HEAD'],
      url: `/${path}`,
      handler: (request, reply) => sendAsset(request, reply, asset),
    })
}

/**
 * Files without an address: pages, files that lie beside another file (compressed forms, source maps), and
 * hidden files.
 */
const isHidden = (path: string): boolean =>
  /(^|\/)\./.test(path) || /\.(html|br|gz|map)$/.test(path) || path === 'texts.json'

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/'))
  const names = new Set(paths)
  for (const path of paths) {
    const plain = isHidden(path) ? null : await readForm(`${folder}/${path}`)
    if (!plain) continue
    const packed = new Map<Encoding, Form>()
    for (const [encoding, ending] of Object.entries(endings) as [Encoding, string][]) {
      const form = names.has(path + ending) ? await readForm(`${folder}/${path}${ending}`) : null
      if (form) packed.set(encoding, form)
    }
    const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    assets.set(path, { plain, packed, headers: headersOf(path), type })
  }
  return assets
}

/** @returns null for a folder */
async function readForm(file: string): Promise<Form | null> {
  const found = await stat(file)
  if (!found.isFile()) return null
  const { mtime, size } = found
  const etag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`
  return { body: await readFile(file), etag, modified: mtime.toUTCString() }
}

function headersOf(path: string): Record<string, string> {
  const isHashed = path.startsWith('assets/')
  return {
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(path.startsWith('assets/worker-') && { 'content-security-policy': compiledCodePolicy }),
  }
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const encoding = chooseEncoding(request, asset)
  const form = (encoding && asset.packed.get(encoding)) ?? asset.plain
  reply
    .headers(asset.headers)
    .headers({ etag: form.etag, 'last-modified': form.modified, vary: 'accept-encoding' })
  if (encoding) reply.headers({ 'content-encoding': encoding, 'content-type': asset.type })
  if (isKnown(request, form)) return reply.status(304).send()
  return reply.header('content-type', asset.type).send(form.body)
}

/** The encoding that the client prefers among those available. */
function chooseEncoding({ headers }: FastifyRequest, { packed }: Asset): Encoding | null {
  const accepted = headers['accept-encoding']
  if (accepted === undefined) return null
  // A client that accepts any encoding (`*`) gets gzip, because it is the oldest.
  return negotiate(accepted.toLowerCase().replaceAll('*', 'gzip'), [...packed.keys()]) as Encoding | null // one of these
}

/**
 * RFC 9110, 13.1.2 and 13.1.3: whether the client has the file already. The date counts only if no tag is
 * named.
 */
function isKnown({ headers }: FastifyRequest, { etag, modified }: Form): boolean {
  if (/no-cache/.test(headers['cache-control'] ?? '')) return false
  const condition = headers['if-none-match']
  if (condition !== undefined) return namesTag(condition, etag)
  return Date.parse(modified) <= Date.parse(headers['if-modified-since'] ?? '')
}
