import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Place } from '../../storage/storage.ts'

/**
 * How the simulator handles the next requests: no answer, a closed connection, a refusal, the page of a server that is
 * no bucket; of a write, signs of
 * life without an end; of a read, fewer bytes, the whole object instead of a range, another range, a connection
 * that closes after half of it, or a pause after half of it; or lists whose pages repeat themselves or end early.
 */
type Mood =
  | 'well'
  | 'silent'
  | 'broken'
  | 'refusing'
  | 'failing'
  | 'elsewhere'
  | 'trickling'
  | 'short'
  | 'whole'
  | 'shifted'
  | 'halving'
  | 'pausing'
  | 'repeating'
  | 'ending early'

export type S3Simulator = {
  place: S3Place
  objects: Map<string, Buffer>
  /** Objects that can be neither deleted nor replaced. */
  locked: Set<string>
  requests: { method: string; path: string; range: string | undefined }[]
  mood: Mood
  /** Runs before each object is stored. */
  beforePut: (() => Promise<void>) | undefined
  close(): Promise<void>
}

const bucket = 'artel-media'
const accessKeyId = 'the-key'

/** A server with the part of S3 that the storage needs. Its answers are those of real S3. */
export async function startS3(): Promise<S3Simulator> {
  const server = createServer((request, response) => void answer(simulator, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // an AddressInfo, because the server listens on a port
  const simulator: S3Simulator = {
    place: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey: 'the/secret+of=it',
      bucket,
      prefix: 'crew/',
    },
    objects: new Map(),
    locked: new Set(),
    requests: [],
    mood: 'well',
    beforePut: undefined,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return simulator
}

async function answer(
  simulator: S3Simulator,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', headers } = request
  const url = new URL(request.url ?? '', 'http://s3')
  simulator.requests.push({ method, path: url.pathname, range: headers.range })
  if (simulator.mood === 'silent') return
  if (simulator.mood === 'broken') return void request.socket.destroy()
  if (simulator.mood === 'elsewhere')
    return void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  const signature =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/
  const [, key] = signature.exec(headers.authorization ?? '') ?? []
  if (key !== accessKeyId || simulator.mood === 'refusing') return refuse(response, 403, 'AccessDenied')
  if (simulator.mood === 'failing') return refuse(response, 500, 'InternalError')
  const [, inPath, name = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
  if (inPath !== bucket) return refuse(response, 404, 'NoSuchBucket')
  if (name === '' && method === 'GET') return list(simulator, url.searchParams, response)
  if (name === '' && method === 'POST') return removeMany(simulator, await read(request), response)
  if (method === 'PUT') {
    const body = await read(request)
    if (simulator.mood === 'trickling') return trickle(response)
    await simulator.beforePut?.()
    return put(simulator, name, headers, body, response)
  }
  if (method === 'GET' || method === 'HEAD') return get(simulator, name, method, headers.range, response)
  refuse(response, 405, 'MethodNotAllowed')
}

/** Sends interim answers, so that the connection is never silent, until the client ends it. */
async function trickle(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.writeProcessing()
    await sleep(50)
  }
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function put(
  simulator: S3Simulator,
  name: string,
  headers: IncomingMessage['headers'],
  body: Buffer,
  response: ServerResponse,
): void {
  const { objects, locked } = simulator
  const source = headers['x-amz-copy-source']
  // The simulator does not decode chunks with signatures, so the client must not send them.
  const isPlain = headers['content-encoding'] === undefined && headers['content-length'] !== undefined
  if (locked.has(name) && objects.has(name)) refuse(response, 403, 'AccessDenied')
  else if (typeof source === 'string') copy(simulator, source, name, response)
  else if (isPlain) {
    objects.set(name, body)
    response.writeHead(200, { etag: '"etag"' }).end()
  } else refuse(response, 501, 'NotImplemented')
}

function copy({ objects }: S3Simulator, source: string, name: string, response: ServerResponse): void {
  const found = objects.get(decodeURIComponent(source).slice(bucket.length + 1))
  if (found) objects.set(name, found)
  if (found) xml(response, 200, '<CopyObjectResult><ETag>"etag"</ETag></CopyObjectResult>')
  else refuse(response, 404, 'NoSuchKey')
}

function get(
  { objects, mood }: S3Simulator,
  name: string,
  method: string,
  range: string | undefined,
  response: ServerResponse,
): void {
  const found = objects.get(name)
  if (!found) {
    refuse(response, 404, method === 'HEAD' ? '' : 'NoSuchKey')
    return
  }
  const [, first, last] = (mood !== 'whole' && /^bytes=(\d+)-(\d+)$/.exec(range ?? '')) || []
  const shift = mood === 'shifted' ? 1 : 0
  const [from, to] = first ? [Number(first) + shift, Number(last) + shift] : [0, found.length - 1]
  const part = found.subarray(from, to + (mood === 'short' && method === 'GET' ? 0 : 1))
  response.writeHead(first ? 206 : 200, {
    'content-length': part.length,
    etag: '"etag"',
    ...(first && { 'content-range': `bytes ${from}-${to}/${found.length}` }),
  })
  if (method === 'HEAD') response.end()
  else if (mood === 'halving') response.write(part.subarray(0, part.length / 2), () => response.destroy())
  else Readable.from(mood === 'pausing' ? withPause(part) : [part]).pipe(response)
}

/** Longer than the time limits of requests without content. */
const pauseMs = 6000

async function* withPause(part: Buffer): AsyncGenerator<Buffer> {
  const half = Math.floor(part.length / 2)
  yield part.subarray(0, half)
  await sleep(pauseMs)
  yield part.subarray(half)
}

const keysAPage = 3

function list({ objects, mood }: S3Simulator, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? ''
  const all = [...objects.keys()].sort().filter((name) => name.startsWith(query.get('prefix') ?? ''))
  const rest = all.filter((name) => name > after)
  const left = mood === 'repeating' && rest.length === 0 ? all : rest
  const page = left.slice(0, keysAPage)
  const isTruncated = left.length > page.length || mood === 'repeating'
  const contents = page.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('')
  const next =
    isTruncated && mood !== 'ending early'
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : ''
  xml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents}</ListBucketResult>`,
  )
}

function removeMany({ objects, locked }: S3Simulator, body: Buffer, response: ServerResponse): void {
  const names = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = '']) => name)
  for (const name of names) if (!locked.has(name)) objects.delete(name)
  const kept = names.filter((name) => locked.has(name))
  const errors = kept.map((name) => `<Error><Key>${name}</Key><Message>it is locked</Message></Error>`)
  xml(response, 200, `<DeleteResult>${errors.join('')}</DeleteResult>`)
}

const refuse = (response: ServerResponse, status: number, code: string): void =>
  xml(response, status, code && `<Error><Code>${code}</Code><Message>no</Message></Error>`)

function xml(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(content && `<?xml version="1.0" encoding="UTF-8"?>${content}`)
}
