import { defaultLocale } from '@artel/contract/primitives'
import type { FastifyInstance } from 'fastify'
import { ApiError, describeError, LimitError } from './errors.ts'

/** What no route answers, where there are no pages to show instead. */
export const refuseUnknown = (): never => {
  throw new ApiError('not_found')
}

/** Every failure leaves in one shape; what is our own fault goes to the log with its cause, under the request's id. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = describeError(error, request.session?.locale ?? defaultLocale, request.id)
    if (status >= 500) request.log.error({ err: error }, 'the call failed')
    if (status === 503) reply.header('retry-after', '2')
    if (error instanceof LimitError) reply.header('retry-after', String(error.retryAfterSeconds))
    return reply.status(status).send(body)
  })
}
