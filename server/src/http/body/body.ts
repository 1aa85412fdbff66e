import type { Call } from '@artel/contract/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type CallsByMethod, findReachable } from '../../access/gate.ts'
import { ApiError } from '../../errors/errors.ts'
import type { UploadRoom, Uploads } from '../../files/uploads.ts'
import { signalLeaving } from '../connections/once-over.ts'
import { allowFiles, filesCallOf, hasBody, isMultipart } from './arrival.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { nestFields, type Pair, readPairs } from './form.ts'
import { openHeldBytes } from './held-bytes.ts'
import { parseObject } from './json.ts'
import { type BodyLimits, widestOf } from './limits.ts'
import { ReceivedFiles, readMultipart } from './multipart.ts'
import { readBytes } from './pieces.ts'
import { checkTexts } from './texts.ts'

/** Fields of a body, and whether they are strings of a form. */
type Fields = {
  fields: Record<string, unknown>
  isForm: boolean
  /** Bytes of the fields as they were sent. Files do not count. */
  size: number
  /**
   * A foreign service sent more than the limit. It gets the usual answer, because after an error it would
   * send the same again.
   */
  isTooLarge?: boolean
}
type RawBody = Fields & { files: ReceivedFiles }

declare module 'fastify' {
  interface FastifyRequest {
    /** Limits of the body, by the calls that this request may mean. */
    bodyLimits: BodyLimits
    /** Opens the room for the file of this field; undefined if no quota counts the files of the request. */
    openRoom: ((field: string) => UploadRoom) | undefined
    rawBody: RawBody
  }
  interface FastifyContextConfig {
    /** The calls of the path. */
    calls?: CallsByMethod
    /** Whether the path of a foreign service's call names somebody known here. */
    isKnown?: (request: FastifyRequest) => Promise<boolean>
  }
}

/** Registers parsers for the three kinds of body. Any other kind gets 415. */
export async function readBodies(app: FastifyInstance, uploads: Uploads): Promise<void> {
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody')
  app.decorateRequest('bodyLimits')
  app.decorateRequest('openRoom')
  app.decorateRequest('holdBytes')
  app.addContentTypeParser('application/json', async (request: FastifyRequest): Promise<Fields> => {
    const { bodyLimits, routeOptions } = request
    const body = await readBytes(request)
    try {
      const fields = body.length === 0 ? {} : parseObject(decodeUtf8(body), bodyLimits)
      return { fields, isForm: false, size: body.length }
    } catch (error) {
      if (!routeOptions.config.isForeign || !isTooLarge(error)) throw error
      return { fields: {}, isForm: false, size: body.length, isTooLarge: true }
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest): Promise<Fields> => {
      const body = await readBytes(request)
      const fields = nestFields(readPairs(body, request.bodyLimits), request.bodyLimits)
      return { fields, isForm: true, size: body.length }
    },
  )
  // The parts are read below, because where their files go is known only after the gate.
  app.addContentTypeParser('multipart/form-data', async () => undefined)
  app.addHook('onRequest', async (request) => allowFiles(request))
  app.addHook('preParsing', async (request, reply) => {
    // Foreign services send only JSON.
    if (request.routeOptions.config.isForeign && hasBody(request) && !isJson(request)) {
      throw new ApiError('unsupported_media_type')
    }
    request.bodyLimits = widestOf(await findCallers(request))
    openHeldBytes(request, reply)
    if (hasBody(request) && isEncoded(request)) throw new ApiError('unsupported_media_type')
  })
  app.addHook('preValidation', async (request, reply) => {
    request.rawBody = await readRawBody(request, reply, uploads)
    checkTexts(request.rawBody.fields, { isLenient: request.routeOptions.config.isForeign ?? false })
  })
  // The handler discards the files, but a hook between the body and the handler may refuse or fail.
  app.addHook('onError', async ({ rawBody }) => {
    const read: RawBody | undefined = rawBody // the error may come before the body has been read
    await read?.files.discard()
  })
}

/**
 * The calls that the request may mean and its sender may make. Reads nothing of the body.
 * @throws ApiError method_not_allowed; 401 or 403; not_found for a foreign service that is not known here
 */
async function findCallers(request: FastifyRequest): Promise<Call[]> {
  const { calls, isKnown } = request.routeOptions.config
  if (!calls) {
    // No call of ours takes a body at an unknown address.
    if (request.is404 && hasBody(request)) throw new ApiError('not_found')
    return []
  }
  const query = request.query as Record<string, unknown> // an object by Fastify's parser
  // Only the body may name a method. The body of a GET would be ignored, and its sender would not learn of
  // that.
  const isMisplaced = '_method' in query || (request.method === 'GET' && hasBody(request))
  if (isMisplaced) throw new ApiError('method_not_allowed')
  const reachable = findReachable(calls, request.method, request.session.actor)
  if (isKnown && !(await isKnown(request))) throw new ApiError('not_found')
  return reachable
}

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.code === 'too_large'

/** Bodies are not decompressed, because a few bytes may expand to any number of bytes. */
const isEncoded = ({ headers }: FastifyRequest): boolean =>
  (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'

const isJson = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('application/json') ?? false

async function readRawBody(request: FastifyRequest, reply: FastifyReply, uploads: Uploads): Promise<RawBody> {
  if (isMultipart(request)) {
    const call = filesCallOf(request)
    const { pairs, files } = await readMultipart(
      request,
      uploads,
      call,
      request.bodyLimits,
      signalLeaving(reply.raw),
    )
    return { files, ...(await nestOrDiscard(request, pairs, files)) }
  }
  // The parsers above return only Fields. A request without a body has none.
  const body = (request.body as Fields | undefined) ?? { fields: {}, isForm: false, size: 0 }
  return { ...body, files: new ReceivedFiles() }
}

async function nestOrDiscard(
  { bodyLimits }: FastifyRequest,
  pairs: Pair[],
  files: ReceivedFiles,
): Promise<Fields> {
  try {
    const size = pairs.reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0)
    return { fields: nestFields(pairs, bodyLimits), isForm: true, size }
  } catch (error) {
    await files.discard()
    throw error
  }
}
