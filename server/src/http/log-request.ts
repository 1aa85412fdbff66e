import type { FastifyRequest } from 'fastify'

/** An address without what opens an account or names a person: the log outlives both. */
export const hideSecrets = (url: string): string =>
  url.replace(/(\/reset\/)[^/?]+/, '$1…').replace(/([?&](?:token|email)=)[^&]*/g, '$1…')

/** What the log says of a request. */
export const logRequest = ({ method, url, ip }: FastifyRequest) => ({
  method,
  url: hideSecrets(url),
  remoteAddress: ip,
})
