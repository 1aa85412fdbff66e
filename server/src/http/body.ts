import { unescape as unescapePart } from 'node:querystring'
import { mayKnock } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { decodeUtf8 } from './decode-utf8.ts'
import { ApiError, fieldError } from './errors.ts'
import { bodyLimit, type Form, ReceivedFiles, readMultipart } from './multipart.ts'
import type { Uploads } from './uploads.ts'

const depthLimit = 12
const fieldLimit = 2000

/** Fields of a body, and whether they came as strings of a form. */
type Fields = { fields: Record<string, unknown>; isForm: boolean }
type RawBody = Fields & { files: ReceivedFiles }

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: RawBody
  }
  interface FastifyContextConfig {
    /** The one call of the path that takes files. */
    filesCall?: Call
    /** A foreign service knocks here, without a session. */
    isForeign?: boolean
  }
}

/** Teaches the server the three kinds of body; any other kind is 415. */
export async function readBodies(app: FastifyInstance, uploads: Uploads): Promise<void> {
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => readJson(body),
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => readForm(decodeUtf8(body)),
  )
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fields: fieldLimit,
      fieldSize: bodyLimit,
      fieldNameSize: 200,
      files: 20,
      parts: fieldLimit + 20,
    },
  })
  app.addHook('onRequest', async (request) => limitTime(request))
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart()) {
      const { pairs, files } = await readMultipart(request, uploads, request.routeOptions.config.filesCall)
      request.rawBody = { files, ...(await nestOrDiscard(pairs, files)) }
      return
    }
    // The parsers above make nothing but Fields; a request without a body has none.
    const body = (request.body as Fields | undefined) ?? { fields: {}, isForm: false }
    request.rawBody = { ...body, files: new ReceivedFiles() }
  })
}

/** The longest that any request may take to arrive: a video over a slow line. The server itself knows no other. */
export const longestArrivalMs = 2 * 3_600_000
const usualArrivalMs = 30_000
/** So much of a file comes over the slowest of lines, or it is given up. */
const pace = { everyMs: 20_000, bytes: 20_000 }

function limitTime(request: FastifyRequest): void {
  if (!hasBody(request)) return
  const { raw } = request
  const timer = bringsFiles(request) ? endWhenSlow(raw) : setTimeout(() => raw.destroy(), usualArrivalMs)
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

const bringsFiles = ({ headers, routeOptions, session }: FastifyRequest): boolean => {
  const call = routeOptions.config.filesCall
  const isForm = headers['content-type']?.startsWith('multipart/form-data') ?? false
  return call !== undefined && isForm && mayKnock(call.access, session.actor?.type ?? null)
}

function endWhenSlow(raw: FastifyRequest['raw']): NodeJS.Timeout {
  let before = raw.socket.bytesRead
  return setInterval(() => {
    if (raw.socket.bytesRead - before < pace.bytes) raw.destroy()
    before = raw.socket.bytesRead
  }, pace.everyMs)
}

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

async function nestOrDiscard(pairs: Form['pairs'], files: ReceivedFiles): Promise<Fields> {
  try {
    return nestFields(pairs)
  } catch (error) {
    await files.discard()
    throw error
  }
}

/** @throws ApiError bad_request for what is not a JSON object; 422 for a key that reaches for a prototype. */
function readJson(body: Buffer): Fields {
  if (body.length === 0) return { fields: {}, isForm: false }
  let fields: unknown
  try {
    fields = JSON.parse(decodeUtf8(body))
  } catch {
    throw new ApiError('bad_request')
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new ApiError('bad_request')
  refuseDangerousKeys(fields)
  return { fields: fields as Record<string, unknown>, isForm: false } // an object by the check above
}

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype'])

// A stack of our own: a body of a hundred thousand brackets must not end the process's.
function refuseDangerousKeys(root: object): void {
  const waiting: { value: object; depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.depth > depthLimit) throw new ApiError('bad_request')
    for (const [key, value] of Object.entries(next.value)) {
      if (dangerousKeys.has(key)) throw fieldError(key, 'unknown_field')
      if (typeof value === 'object' && value !== null) waiting.push({ value, depth: next.depth + 1 })
    }
  }
}

/** @throws ApiError 422 for a malformed, dangerous or too deep key; too_large for too many fields. */
function readForm(form: string): Fields {
  const pairs = form.split('&', fieldLimit + 1)
  if (pairs.length > fieldLimit) throw new ApiError('too_large')
  return nestFields(pairs.filter(Boolean).map(readPair))
}

// Several times as fast as URLSearchParams, whose time for one long value others would wait.
function readPair(pair: string): [name: string, value: string] {
  const plain = pair.replaceAll('+', ' ')
  const end = plain.indexOf('=')
  return end < 0
    ? [unescapePart(plain), '']
    : [unescapePart(plain.slice(0, end)), unescapePart(plain.slice(end + 1))]
}

// name, name[key], name[] and deeper. A key may be what a person has called something.
const fieldName = /^[A-Za-z_]\w{0,63}(\[[^[\]\p{C}]{0,64}\]){0,10}$/u

function nestFields(pairs: readonly (readonly [string, string])[]): Fields {
  for (const [name] of pairs) {
    const isDangerous = name.split(/[[\]]/).some((step) => dangerousKeys.has(step))
    if (isDangerous || !fieldName.test(name)) throw fieldError(name.slice(0, 100), 'unknown_field')
  }
  // Only the names are taken apart: values, as long as they may be, wait aside.
  const names = pairs.map(([name], index) => `${encodeURIComponent(name)}=${index}`).join('&')
  try {
    const fields = parse(names, {
      decoder: (text, _decode, _charset, type) =>
        type === 'value' ? pairs[Number(text)]?.[1] : decodeURIComponent(text),
      depth: depthLimit,
      strictDepth: true,
      arrayLimit: fieldLimit,
      // Numbers may be keys; whether they are is known to the shape.
      allowSparse: true,
      parameterLimit: fieldLimit,
      throwOnLimitExceeded: true,
      plainObjects: true,
    })
    return { fields: fields as Record<string, unknown>, isForm: true } // qs answers an object for any string
  } catch {
    // It throws for nothing but its limits.
    throw new ApiError('too_large')
  }
}
