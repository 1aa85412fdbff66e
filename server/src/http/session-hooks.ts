import { defaultLocale } from '@artel/contract/primitives'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Root } from '../database/open.ts'
import { isCsrfValid } from './csrf.ts'
import { ApiError } from './errors.ts'
import { addressOf } from './request-address.ts'
import { freshMs, rawToken, readSession, type SessionSettings } from './session.ts'

// Pages and what they are built of are everyone's.
const hasSession = /^\/(api|storage)\//

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Before anything of a call is read: the proof that it comes from the app, then whose session it is. */
export function readSessions(app: FastifyInstance, root: Root, settings: SessionSettings): void {
  app.decorateRequest('session')
  app.addHook('onRequest', async (request) => {
    request.session = { token: undefined, actor: null, locale: defaultLocale, readAt: 0 }
    if (!hasSession.test(addressOf(request)) || request.routeOptions.config.isForeign) return
    // The method on the wire: an override in the body is not yet known, and must not matter here.
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
    refuseOther(request)
  })
  // A body may take hours to come. Rights are those of the moment in which the call is carried out.
  app.addHook('preHandler', async (request) => {
    if (!request.session.actor || performance.now() - request.session.readAt < freshMs) return
    request.session = await readSession(request, root, settings)
    refuseOther(request)
  })
}

/**
 * A page says for whom it was loaded. On a shared tablet somebody else may have signed in meanwhile in another tab, and
 * what the page still sends is not theirs. @throws ApiError unauthenticated
 */
function refuseOther({ session: { actor }, headers }: FastifyRequest): void {
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
