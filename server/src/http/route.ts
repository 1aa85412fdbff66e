import type { Access } from '@artel/contract/access'
import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@artel/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Db } from '../database/db.ts'
import type { Root } from '../database/open.ts'

// `anyone` may be a guest, who has no company and so no Db.
type Caller<Who extends Access> = Who extends 'anyone'
  ? { actor: Actor | null; root: Root }
  : { actor: Actor; db: Db; root: Root }

/** What a handler is given; `db` and `root` are the call's transaction where it writes. */
export type Context<C extends Call> = Caller<C['access']> & {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<C extends Call> = (context: Context<C>) => Promise<Omit<AnswerOf<C>, 'status'>>

/** A call with what answers it. */
export type Route = { call: Call; handler: (context: Context<Call>) => Promise<object> }

/** Handlers for the calls of a feature; one that is missing does not compile. */
export function routes<const Calls extends Record<string, Call>>(
  calls: Calls,
  handlers: { [Name in keyof Calls]: Handler<Calls[Name]> },
): Route[] {
  return Object.keys(calls).map((name) => ({
    call: calls[name]!, // name is a key of calls
    handler: handlers[name] as unknown as Route['handler'], // typed against its own call by the parameter above
  }))
}
