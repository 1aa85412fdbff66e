import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isHttps, type SessionSettings } from './session.ts'

const transportSecurity = 'max-age=31536000; includeSubDomains'

/** What no page of ours asks a browser for, so that nothing that gets into one can. */
const permissions = ['geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ')

/** On every answer. Styles may be inline because the component kit sizes its parts so; scripts may not. */
export async function sendSecurityHeaders(app: FastifyInstance, settings: SessionSettings): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissions)
    // Before a proxy that ends https the address may be set, or only told with each request.
    if (isHttps(request, settings)) reply.header('strict-transport-security', transportSecurity)
  })
}
