import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * One line for each answer, or for a client that left before it was whole: which route, not which address, because
 * addresses hold tokens (a password link), searches and emails.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) request.log.info(describe(request, reply), 'the client left')
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ ...describe(request, reply), status: reply.statusCode }, 'answered')
  })
}

const describe = ({ method, routeOptions, session }: FastifyRequest, { elapsedTime }: FastifyReply) => ({
  method,
  // Pages and what nobody offers have no route of their own.
  route: routeOptions.url ?? 'page',
  ms: Math.round(elapsedTime),
  ...(session?.actor && { companyId: session.actor.companyId, userId: session.actor.userId }),
})
