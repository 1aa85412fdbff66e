import type { Access } from '@artel/contract/access'
import type { AnswerOf, BodyOf, Call, FilesOf, ParamsOf, QueryOf } from '@artel/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import type { SentFile } from '../../files/send-file.ts'
import type { ReceivedFile } from '../../files/uploads.ts'
import type { ListFile } from '../../lists/list-file.ts'

// `anyone` may be a guest, who has no company and so no Db.
type Caller<Who extends Access> = Who extends 'anyone'
  ? { actor: Actor | null; root: Root }
  : { actor: Actor; db: Db; root: Root }

/** The input of a handler. `db` and `root` are the call's transaction if the call writes. */
export type Context<C extends Call> = Caller<C['access']> & {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  /** Deleted after the answer, unless a storage takes them over. */
  files: { [Name in FilesOf<C>]?: ReceivedFile }
  request: FastifyRequest
  reply: FastifyReply
}

type Answering<C extends Call> = (context: Context<C>) => Promise<Omit<AnswerOf<C>, 'status'>>

type AnsweredFile = ListFile | SentFile

/**
 * Whether the path of a foreign service's call names somebody known here. Checked before the body is read.
 */
type IsKnown<Params> = (root: Root, params: Params) => Promise<boolean>

type Filing<C extends Call> = { file: (context: Context<C>) => Promise<AnsweredFile> }

/**
 * A list answers a page, or all its rows as a file. Some calls answer only a file. A foreign service has no
 * session that identifies it, so its path is checked.
 */
type Handler<C extends Call> = C extends { isList: true }
  ? Filing<C> & { answer: Answering<C> }
  : C extends { isFile: true }
    ? Filing<C>
    : C extends { isForeign: true }
      ? { isKnown: IsKnown<ParamsOf<C>>; answer: Answering<C> }
      : Answering<C>

/** A call with its handlers. */
export type Route = {
  call: Call
  handler: (context: Context<Call>) => Promise<object>
  file?: (context: Context<Call>) => Promise<AnsweredFile>
  isKnown?: IsKnown<Record<string, number | string>>
}

/** Handlers for the calls of a feature. A missing handler is a compile error. */
export function routes<const Calls extends Record<string, Call>>(
  calls: Calls,
  handlers: { [Name in keyof Calls]: Handler<Calls[Name]> },
): Route[] {
  return Object.keys(calls).map((name) => {
    const call = calls[name]! // name is a key of calls
    // The parameter above checks the handler's type against its own call.
    const handler = handlers[name] as unknown as
      | Route['handler']
      | (Pick<Route, 'file' | 'isKnown'> & { answer?: Route['handler'] })
    if (typeof handler === 'function') return { call, handler }
    const { answer = refuseToAnswer, ...others } = handler
    return { call, handler: answer, ...others }
  })
}

// A call that answers only a file is never asked for anything else, so this handler never runs.
const refuseToAnswer: Route['handler'] = () => Promise.reject(new Error('This call answers a file'))
