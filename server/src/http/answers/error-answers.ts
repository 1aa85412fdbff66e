import { defaultLocale } from '@artel/contract/shapes/primitives'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { ApiError, codeOf, describeError, LimitError } from '../../errors/errors.ts'
import type { Session } from '../../sessions/session.ts'
import { findSay } from '../../texts/company-texts.ts'
import { isOffered, type Say, sayDefault } from '../../texts/said-texts.ts'
import { PiecesError } from '../body/pieces.ts'

/** Answers a request that matches no route with 404. Used if there are no pages to show instead. */
export const refuseUnknown = (): never => {
  throw new ApiError('not_found')
}

/** Ms that an error answer waits for the texts of the company. After that it uses the default texts. */
const patienceMs = 500

/** The texts of an error answer: those of the caller's company if they can be read, else the default ones. */
async function sayTo(root: Root, session: Session | undefined, error: unknown): Promise<Say> {
  const companyId = session?.actor?.companyId
  if (companyId === undefined || !isOffered(`errors.${codeOf(error)}`)) return sayDefault
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Say>((resolve) => {
    timer = setTimeout(() => resolve(sayDefault), patienceMs)
  })
  // A failure to read the texts must not change the error that is answered.
  const own = findSay(new Db(root, companyId)).catch(() => sayDefault)
  return Promise.race([own, late]).finally(() => clearTimeout(timer))
}

/**
 * Whether the client left during its body or during the answer. Nobody is at fault, and the log of calls
 * reports it.
 */
function isCutOff({ raw }: FastifyRequest, error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException // read as an unknown: it may be missing
  return error === raw.errored || (code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed)
}

/** Headers that a handler may have set for an answer before it failed. */
const ofContent = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'location',
]

/**
 * Answers every failure in one shape, in the texts of the caller's company. Logs failures of the server with
 * their cause, under the request's id.
 */
export function answerErrors(app: FastifyInstance, root: Root): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { session } = request
    const say = await sayTo(root, session, error)
    const { status, body } = describeError(error, say, session?.locale ?? defaultLocale, request.id)
    if (status >= 500 && !isCutOff(request, error)) request.log.error({ err: error }, 'the call failed')
    for (const name of ofContent) reply.removeHeader(name)
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    if (status === 503) reply.header('retry-after', '2')
    if (error instanceof PiecesError) reply.header('connection', 'close')
    if (error instanceof LimitError) reply.header('retry-after', String(error.retryAfterSeconds))
    return reply.status(status).send(body)
  })
}
