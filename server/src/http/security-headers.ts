import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { isHttps, type SessionSettings } from './session.ts'

const transportSecurity = 'max-age=31536000; includeSubDomains'

/** What no page of ours asks a browser for, so that nothing that gets into one can. */
const permissions = ['geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ')

/** Styles may be inline because the component kit sizes its parts so; scripts may not. */
const protect = helmet({
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

/** For threads of ours that have compiled code, such as the reader of barcodes; they see nothing of the page. */
export const compiledCodePolicy = "default-src 'none';connect-src 'self';script-src 'self' 'wasm-unsafe-eval'"

/** What the library puts on an answer: the same on all of them, so it is asked once. */
function readHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissions }
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  protect({} as IncomingMessage, answer as unknown as ServerResponse, () => {}) // all that it asks of the two
  return headers
}

/**
 * The headers of every answer. Nothing is stored unless its handler says so; the year of https is here where the address
 * of the installation tells of it.
 */
export const usualHeaders = ({ appUrl }: SessionSettings): Record<string, string> => ({
  'cache-control': 'no-store',
  ...readHeaders(),
  ...(appUrl?.startsWith('https:') && { 'strict-transport-security': transportSecurity }),
})

/** Puts the headers on every answer that goes through the routes. Answers before them bring their own. */
export function sendUsualHeaders(app: FastifyInstance, settings: SessionSettings): void {
  const headers = usualHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Behind a proxy that ends https the address may be set, or only told with each request.
    if (isHttps(request, settings)) reply.header('strict-transport-security', transportSecurity)
    done()
  })
}
