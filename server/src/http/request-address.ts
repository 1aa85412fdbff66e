import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another service makes the call, without a session. */
    isForeign?: boolean
  }
}

/**
 * Which of our addresses a request is answered by, `/api/tasks/:id`. What guards a part of the product asks this and
 * never `url`: the router understands an address in several spellings (`/%61pi/…`, `http://host/api/…`).
 */
export const addressOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url

/** What tells the addresses of a foreign service's messages apart; each belongs to one company. */
export const serviceKey = ({ params }: FastifyRequest): string =>
  Object.values(params as Record<string, string>).join(' ') // strings by Fastify's router
