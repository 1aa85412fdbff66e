import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { isHttps, type SessionSettings } from '../../sessions/session.ts'

const transportSecurity = 'max-age=31536000; includeSubDomains'

/**
 * Browser features that no page of ours uses. They are denied, so that injected code cannot use them either.
 */
const permissions = ['geolocation', 'microphone', 'payment', 'usb'].map((name) => `${name}=()`).join(', ')

/** Allows inline styles, because the component kit sizes its parts with them, but no inline scripts. */
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

/** For our worker threads with compiled code, such as the barcode reader. They have no access to the page. */
export const compiledCodePolicy = "default-src 'none';connect-src 'self';script-src 'self' 'wasm-unsafe-eval'"

/** The headers that the library sets. They are the same for all answers, so they are read once. */
function readHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'permissions-policy': permissions }
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  protect({} as IncomingMessage, answer as unknown as ServerResponse, () => {}) // it uses nothing else of the two
  return headers
}

/**
 * The headers of every answer. No answer is stored unless its handler allows it. The header that requires
 * https for a year is here if the address of the installation uses https.
 */
export const usualHeaders = ({ appUrl }: SessionSettings): Record<string, string> => ({
  'cache-control': 'no-store',
  ...readHeaders(),
  ...(appUrl?.startsWith('https:') && { 'strict-transport-security': transportSecurity }),
})

/** Sets the headers on every answer of a route. Answers sent before routing set their own headers. */
export function sendUsualHeaders(app: FastifyInstance, settings: SessionSettings): void {
  const headers = usualHeaders(settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    // Behind a proxy that terminates https, the address is configured, or only the proxy's headers tell it.
    if (isHttps(request, settings)) reply.header('strict-transport-security', transportSecurity)
    done()
  })
}
