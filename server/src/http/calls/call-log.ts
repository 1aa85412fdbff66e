import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Logs one line for each answer, and for each client that left before its answer was complete. Logs the route
 * and not the address, because addresses contain tokens (a password link), searches and emails.
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
  // Pages and unknown addresses have no route of their own.
  route: routeOptions.url ?? 'page',
  ms: Math.round(elapsedTime),
  ...(session?.actor && { companyId: session.actor.companyId, userId: session.actor.userId }),
})
