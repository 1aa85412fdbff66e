import { defaultLocale } from '@artel/contract/shapes/primitives'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Root } from '../database/connection/open.ts'
import { ApiError } from '../errors/errors.ts'
import { addressOf } from '../limits/request-address.ts'
import { isCsrfValid } from './csrf.ts'
import { freshMs, rawToken, readSession, type SessionSettings } from './session.ts'

// Pages and their assets are public, so they need no session.
const hasSession = /^\/(api|storage)\//

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before anything else of a call is read, checks that the call comes from the app, and reads its session. */
export function readSessions(app: FastifyInstance, root: Root, settings: SessionSettings): void {
  app.decorateRequest('session')
  app.addHook('onRequest', async (request) => {
    request.session = { token: undefined, actor: null, locale: defaultLocale, readAt: 0 }
    if (!hasSession.test(addressOf(request)) || request.routeOptions.config.isForeign) return
    // Uses the method on the wire, because an override in the body is not known yet and must not matter here.
    if (!safeMethods.has(request.method)) {
      const header = request.headers['x-xsrf-token']
      const isValid = isCsrfValid(
        settings.secretKey,
        rawToken(request, settings),
        request.cookies['XSRF-TOKEN'],
        typeof header === 'string' ? decode(header) : undefined,
      )
      if (!isValid) throw new ApiError('csrf_mismatch')
    }
    request.session = await readSession(request, root, settings)
    assertPlanned(request)
  })
  // A body may take hours to arrive, and the call needs the rights of the moment in which it runs.
  app.addHook('preHandler', async (request) => {
    if (!request.session.actor || performance.now() - request.session.readAt < freshMs) return
    request.session = await readSession(request, root, settings)
    assertPlanned(request)
  })
}

/**
 * A page names the person for whom it was loaded. Refuses a call if somebody else has signed in meanwhile in
 * another tab of a shared tablet, because what the page sends does not belong to that person.
 * @throws ApiError unauthenticated
 */
function assertPlanned({ session: { actor }, headers }: FastifyRequest): void {
  const person = headers['x-artel-person']
  if (actor && person !== undefined && person !== `${actor.companyId}.${actor.userId}`) {
    throw new ApiError('unauthenticated')
  }
}

function decode(header: string): string | undefined {
  try {
    return decodeURIComponent(header)
  } catch {
    return undefined
  }
}
