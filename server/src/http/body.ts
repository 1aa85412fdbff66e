import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { ApiError, fieldError } from './errors.ts'

export const bodyLimit = 1_048_576
const depthLimit = 12
const fieldLimit = 2000

/** Fields of a body, and whether they came as strings of a form. */
type RawBody = { fields: Record<string, unknown>; isForm: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: RawBody
  }
}

/** Teaches the server the three kinds of body; any other kind is 415. */
export async function readBodies(app: FastifyInstance): Promise<void> {
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
    async (_: FastifyRequest, body: Buffer) => readForm(decode(body)),
  )
  await app.register(multipart, {
    limits: {
      fields: fieldLimit,
      fieldSize: bodyLimit,
      fieldNameSize: 200,
      files: 20,
      parts: fieldLimit + 20,
    },
  })
  app.addHook('preValidation', async (request) => {
    const body = request.isMultipart() ? await readMultipart(request).catch(refuseBroken) : request.body
    // The parsers above make nothing but a RawBody; a request without a body has none.
    request.rawBody = (body as RawBody | undefined) ?? { fields: {}, isForm: false }
  })
}

// Fatal: a byte that is not UTF-8 is refused, not replaced; a mark at the start is a character, so JSON refuses it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new ApiError('bad_request')
  }
}

/** @throws ApiError bad_request for what is not a JSON object; 422 for a key that reaches for a prototype. */
function readJson(body: Buffer): RawBody {
  if (body.length === 0) return { fields: {}, isForm: false }
  let fields: unknown
  try {
    fields = JSON.parse(decode(body))
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
function readForm(form: string): RawBody {
  if (form.split('&', fieldLimit + 1).length > fieldLimit) throw new ApiError('too_large')
  return nestFields([...new URLSearchParams(form)])
}

async function readMultipart(request: FastifyRequest): Promise<RawBody> {
  const pairs: [string, string][] = []
  let size = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      part.file.resume()
      throw fieldError(part.fieldname, 'unknown_field')
    }
    if (part.fieldnameTruncated || part.valueTruncated) throw new ApiError('too_large')
    const value = String(part.value)
    size += value.length
    if (size > bodyLimit) throw new ApiError('too_large')
    pairs.push([part.fieldname, value])
  }
  return nestFields(pairs)
}

// The parser's own errors about a form that is cut or malformed have no code; those about limits have.
function refuseBroken(error: Error & { code?: string }): never {
  throw error instanceof ApiError || error.code?.startsWith('FST_') ? error : new ApiError('bad_request')
}

// name, name[key], name[] and deeper. Each step is a plain word or a number, so that nothing is guessed.
const fieldName = /^[A-Za-z_]\w{0,63}(\[[\w-]{0,64}\]){0,10}$/

function nestFields(pairs: readonly (readonly [string, string])[]): RawBody {
  for (const [name] of pairs) {
    const isDangerous = name.split(/[[\]]/).some((step) => dangerousKeys.has(step))
    if (isDangerous || !fieldName.test(name)) throw fieldError(name.slice(0, 100), 'unknown_field')
  }
  const encoded = pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  try {
    const fields = parse(encoded, {
      depth: depthLimit,
      strictDepth: true,
      arrayLimit: fieldLimit,
      parameterLimit: fieldLimit,
      throwOnLimitExceeded: true,
      plainObjects: true,
    })
    return { fields: fields as Record<string, unknown>, isForm: true } // qs answers an object for any string
  } catch {
    throw new ApiError('bad_request')
  }
}
