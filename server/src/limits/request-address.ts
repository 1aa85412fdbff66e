import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another service makes the call, without a session. */
    isForeign?: boolean
  }
}

/** A request whose session has been read. `actor`: null for a guest. */
export type KnownRequest = FastifyRequest & { session: { actor: Actor | null } }

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
