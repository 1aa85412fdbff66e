import { createReadStream, type ReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ExactBytes } from './exact-bytes.ts'
import { assertKey, draftOf, isOwnKey, wholeOf } from './keys.ts'
import { StorageUnavailableError, WrongLengthError } from './storage.errors.ts'
import type { ByteRange, S3Place, Storage, StoredFile } from './storage.ts'

/**
 * Maximum connections. On a slow phone a video occupies one for as long as it downloads. Beyond the limit all
 * requests wait.
 */
export const maxConnections = 1100
const connectMs = 3000
/** Timeout of requests without file content, ms. */
const answerMs = 5000
/**
 * Timeout without a byte in either direction, ms. A viewer may pause longer, and then requests the next
 * range.
 */
const silenceMs = 60_000
/** Timeout of an upload of which the bucket takes nothing more, ms. The client itself waits six seconds first. */
const bodyStallMs = 20_000
/** Timeout of the answer to an upload whose bytes have arrived, ms. */
const confirmMs = 10_000
/** What the system buffers of an upload, bytes. Nobody sees how much of it has arrived. */
const bufferedBytes = 4 * 1024 * 1024
/** Least rate at which buffered bytes, and all bytes of a file on average, are sent, bytes per ms. */
const leastRate = 64
const leastMeanRate = 16
/** Maximum keys in one S3 request. */
const keysAtOnce = 1000

/** Storage in an S3 bucket, at Amazon or elsewhere. Keys are stored with the prefix of the settings. */
export function openS3(place: S3Place): Storage {
  const client = connect(place)
  const named = (key: string) => ({ Bucket: place.bucket, Key: `${place.prefix}${key}` })
  return {
    put: async (key, path, signal) => {
      assertKey(key)
      await putFile(client, named(key), path, signal)
    },
    stage: async (key, path) => {
      assertKey(key)
      await putFile(client, named(draftOf(key)), path)
    },
    finish: async (key) => {
      assertKey(key)
      await copyObject(client, named(draftOf(key)), named(key))
      await removeObjects(client, place.bucket, [{ Key: named(draftOf(key)).Key }])
    },
    open: (key) => openObject(client, named(key)),
    remove: async (keys) => {
      for (const key of keys) assertKey(wholeOf(key))
      await removeObjects(
        client,
        place.bucket,
        keys.flatMap((key) => [key, draftOf(key)]).map((key) => ({ Key: named(key).Key })),
      )
    },
    list: () => listKeys(client, place),
  }
}

function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Place): S3Client {
  const agent = { keepAlive: true, maxSockets: maxConnections }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Every S3 implementation accepts the bucket in the path. Not every one has a host name for each bucket.
    forcePathStyle: true,
    // Only Amazon supports checksums in a trailer. Others reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    // The client would log to the console. Errors are thrown as well.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  })
}

const soon = () => ({ abortSignal: AbortSignal.timeout(answerMs) })

/** Like `soon`, but limits only the time until the answer begins, because its content may take minutes. */
async function beginSoon<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerMs)
  try {
    return await send({ abortSignal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

type Named = { Bucket: string; Key: string }

async function putFile(client: S3Client, named: Named, path: string, signal?: AbortSignal): Promise<void> {
  const { size } = await stat(path)
  const Body = createReadStream(path)
  const progress = watchProgress(Body, size)
  try {
    const put = new PutObjectCommand({ ...named, Body, ContentLength: size })
    const signals = signal ? [progress.signal, signal] : [progress.signal]
    await answered(client.send(put, { abortSignal: AbortSignal.any(signals) }))
  } finally {
    progress.stop()
    Body.destroy()
  }
  await rm(path)
}

/**
 * Aborts an upload if the bucket reads nothing for some seconds, or reads too slowly on average, because an upload
 * occupies a place of its sender. The client's own timeout is not enough: it begins late, and again with each byte.
 */
function watchProgress(body: ReadStream, size: number): { signal: AbortSignal; stop(): void } {
  const late = new AbortController()
  const begun = performance.now()
  let [taken, takenAt] = [0, begun]
  const timer = setInterval(() => {
    const at = performance.now()
    if (body.bytesRead !== taken) [taken, takenAt] = [body.bytesRead, at]
    const stallMs = taken < size ? bodyStallMs : confirmMs + Math.min(size, bufferedBytes) / leastRate
    if (at - takenAt > stallMs || at - begun > confirmMs + size / leastMeanRate) late.abort()
  }, 1000)
  return { signal: late.signal, stop: () => clearInterval(timer) }
}

// A bucket cannot rename objects. It copies them without sending them.
async function copyObject(client: S3Client, from: Named, to: Named): Promise<void> {
  const CopySource = encodeURIComponent(`${from.Bucket}/${from.Key}`).replaceAll('%2F', '/')
  await answered(client.send(new CopyObjectCommand({ ...to, CopySource })))
}

async function openObject(client: S3Client, named: Named): Promise<StoredFile | null> {
  const head = await answered(client.send(new HeadObjectCommand(named), soon()).catch(ignoreNotFound))
  if (!head) {
    await answered(confirmMissing(client, named))
    return null
  }
  const size = head.ContentLength ?? 0
  const read: StoredFile['read'] = async (range) => {
    const Range = range && `bytes=${range.from}-${range.to}`
    const request = new GetObjectCommand({ ...named, ...(Range && { Range }) })
    const found = await answered(beginSoon((options) => client.send(request, options)))
    const body = found.Body as Readable // in Node.js it is a Readable
    const length = range ? range.to - range.from + 1 : size
    if (found.ContentLength === length && found.ContentRange === contentRange(range, size))
      return new ExactBytes(body, length)
    body.destroy()
    const [announced, asked] = [`${found.ContentRange} (${found.ContentLength} bytes)`, Range ?? 'all bytes']
    throw new WrongLengthError(`The bucket announced ${announced} for ${asked} of ${size}: ${named.Key}`)
  }
  return { size, read, close: async () => {} }
}

/** The answer's header for a range. Some buckets and proxies ignore the range and send the whole object. */
const contentRange = (range: ByteRange | undefined, size: number): string | undefined =>
  range && `bytes ${range.from}-${range.to}/${size}`

/** @throws StorageUnavailableError the first failure, after the other objects are removed */
async function removeObjects(client: S3Client, Bucket: string, objects: readonly { Key: string }[]) {
  const failures: unknown[] = []
  for (let from = 0; from < objects.length; from += keysAtOnce) {
    const Objects = objects.slice(from, from + keysAtOnce)
    const deletion = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
    await removePage(client, deletion).catch((error) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function removePage(client: S3Client, deletion: DeleteObjectsCommand): Promise<void> {
  const { Errors: [refused] = [] } = await answered(client.send(deletion, soon()))
  if (refused) throw new StorageUnavailableError(`${refused.Key} was not deleted: ${refused.Message}`)
}

// An object that another program has put into the bucket is not ours, whether there is a prefix or not.
async function* listKeys(client: S3Client, { bucket, prefix }: S3Place): AsyncGenerator<string> {
  for await (const { Contents = [] } of listPages(client, { Bucket: bucket, Prefix: prefix })) {
    for (const { Key = '' } of Contents) {
      const key = Key.slice(prefix.length)
      if (Key.startsWith(prefix) && isOwnKey(key)) yield key
    }
  }
}

/** @throws StorageUnavailableError also if the pages repeat themselves or have no next one where they say so */
async function* listPages(client: S3Client, where: { Bucket: string; Prefix: string }) {
  const seen = new Set<string>()
  let token: string | undefined
  do {
    const request = new ListObjectsV2Command({ ...where, ...(token && { ContinuationToken: token }) })
    const page = await answered(client.send(request, soon()))
    yield page
    token = page.NextContinuationToken
    if (token ? seen.has(token) : page.IsTruncated) {
      throw new StorageUnavailableError('The storage of files lists its files without an end')
    }
    if (token) seen.add(token)
  } while (token)
}

function ignoreNotFound(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return null
  throw error
}

/**
 * Reads an object of which HEAD has found nothing. The answer to HEAD has no body, so it is the same for a missing
 * object, for a missing bucket, and from a server that is no bucket at all. The answer to GET names what is missing.
 * @throws unless it is the object
 */
async function confirmMissing(client: S3Client, named: Named): Promise<void> {
  const request = new GetObjectCommand({ ...named, Range: 'bytes=0-0' })
  const found = await client.send(request, soon()).catch((error: unknown) => {
    if (error instanceof NoSuchKey) return null
    throw error
  })
  if (!found) return
  const body = found.Body as Readable // in Node.js it is a Readable
  body.destroy()
  throw new Error(`The bucket has stored ${named.Key} just now`)
}

/** Turns any failure into an error that may pass and is not the caller's fault. @throws StorageUnavailableError */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new StorageUnavailableError('The storage of files does not answer as it should', { cause: error })
  }
}
