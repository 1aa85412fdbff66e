import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another service makes the call, without a session. */
    isForeign?: boolean
  }
}

/**
 * The declared address that answers a request, such as `/api/tasks/:id`. Code that guards a part of the
 * product uses this and never `url`, because the router accepts an address in several spellings (`/%61pi/…`,
 * `http://host/api/…`).
 */
export const addressOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url

/**
 * The key that distinguishes the webhook addresses of foreign services. Each address belongs to one company.
 */
export const serviceKey = ({ params }: FastifyRequest): string =>
  Object.values(params as Record<string, string>).join(' ') // strings by Fastify's router
