import type { FastifyInstance } from 'fastify'

/**
 * One line for each answer: which route, not which address, because addresses hold tokens (a password link), searches
 * and emails.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = {
      method,
      // Pages and what nobody offers have no route of their own.
      route: routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(request.session?.actor && {
        companyId: request.session.actor.companyId,
        userId: request.session.actor.userId,
      }),
    }
    request.log.info(line, 'answered')
  })
}
