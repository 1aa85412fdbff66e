import { z } from 'zod'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

type Effect = 'read' | 'write' | 'steps' | 'slow_steps'
type Success = 200 | 201 | 204 | 302

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A field of a form that arrives as a file: what is known of it before its first byte is stored. */
export type FileRule = {
  readonly maxBytes: number
  /** Kinds of contents with narrower limits, by the value of `field` that names them. */
  readonly kinds?: {
    readonly field: string
    readonly limits: Readonly<Record<string, FileKind>>
  }
  /** Values of fields of the body with which only admins and owners may send a file. */
  readonly adminOnly?: Readonly<Record<string, readonly string[]>>
}

/** Endings of the formats of a kind, and the bytes of the largest file; 0: it comes without one. */
export type FileKind = { readonly formats: readonly string[]; readonly maxBytes: number }

/** One API call, declared once: the server's route, the browser's typed call and the tests are made from it. */
export type Call<
  Path extends string = string,
  Query extends z.ZodRawShape = z.ZodRawShape,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodRawShape = z.ZodRawShape,
  Who extends Access = Access,
  Files extends string = string,
> = {
  readonly method: Method
  /** Below `/api`; `:id` stands for a positive integer, `:x_key` for a `pathKey`. */
  readonly path: Path
  readonly access: Who
  /** A writing call runs in one transaction. A reading POST is a list with its filters in the body. `steps`: it
   * opens transactions of its own, because something stays though it is refused (a wrong password is counted).
   * `slow_steps`: the same, and it may take long between them: work on a file, or another service. */
  readonly effect: Effect
  /** Honours an Idempotency-Key: the same key and body are answered alike and done once. */
  readonly isIdempotent: boolean
  /**
   * Shuts others out of the caller's own account. It does not wait behind the other calls of that person, because those
   * may be the ones of whoever is to be shut out.
   */
  readonly securesAccount: boolean
  /** Answers also to people of a company that is switched off. */
  readonly isOpenToInactive: boolean
  /** Answers also to people who must first choose a password of their own. */
  readonly isOpenBeforePasswordChange: boolean
  /** Answers also to people who must first set up a second factor; what is open before a password is chosen does. */
  readonly isOpenBeforeTotp: boolean
  /**
   * A foreign service knocks, which has no session and no proof that it comes from the app: what is in its address
   * says who it is. All calls of its path are such.
   */
  readonly isForeign: boolean
  /** 302: the handler names where to. */
  readonly success: Success
  readonly query: z.ZodObject<Query>
  readonly body: Body
  /** What multipart bodies may bring beside the fields, one file for each name. The call says itself which it needs. */
  readonly files: { readonly [Name in Files]?: FileRule }
  readonly answer: z.ZodObject<Answer & { status: z.ZodLiteral<true> }>
  /** Beyond those that any call may answer. */
  readonly errors: readonly ErrorCode[]
}

type Declaration<
  Path extends string,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
  Answer extends z.ZodRawShape,
  Who extends Access,
  Files extends string,
> = {
  method: Method
  path: Path
  access: Who
  effect?: Effect
  isIdempotent?: boolean
  securesAccount?: boolean
  isOpenToInactive?: boolean
  isOpenBeforePasswordChange?: boolean
  isOpenBeforeTotp?: boolean
  success?: Success
  query?: Query
  body?: Body
  files?: { readonly [Name in Files]: FileRule }
  answer: Answer
  errors?: readonly ErrorCode[]
}

const noFields = z.strictObject({})

// Each generic default is the empty case of its part, so that a call names only what it has.
export function call<
  const Path extends string,
  Answer extends z.ZodRawShape,
  const Who extends Access,
  Query extends z.ZodRawShape = Record<never, z.ZodType>,
  Body extends z.ZodType = typeof noFields,
  const Files extends string = never,
>(declared: Declaration<Path, Query, Body, Answer, Who, Files>): Call<Path, Query, Body, Answer, Who, Files> {
  return {
    method: declared.method,
    path: declared.path,
    access: declared.access,
    effect: declared.effect ?? (declared.method === 'GET' ? 'read' : 'write'),
    isIdempotent: declared.isIdempotent ?? false,
    securesAccount: declared.securesAccount ?? false,
    isOpenToInactive: declared.isOpenToInactive ?? false,
    isOpenBeforePasswordChange: declared.isOpenBeforePasswordChange ?? false,
    isOpenBeforeTotp: declared.isOpenBeforeTotp ?? declared.isOpenBeforePasswordChange ?? false,
    isForeign: false,
    success: declared.success ?? 200,
    // A query that is not declared has no fields, and a body likewise: the defaults above say the same.
    query: z.object((declared.query ?? {}) as Query),
    body: (declared.body ?? noFields) as Body,
    files: declared.files ?? {},
    answer: z.object({ ...declared.answer, status: z.literal(true) }),
    errors: declared.errors ?? [],
  }
}

/** A call that another service makes, see `isForeign`. */
export const asForeign = <C extends Call>(declared: C) => ({ ...declared, isForeign: true as const })

/**
 * A call that answers a file: a table as `format` of its body or query says, or a PDF; a refusal is answered as of any
 * call.
 */
export function fileCall<
  const Path extends string,
  const Who extends Access,
  Query extends z.ZodRawShape = Record<never, z.ZodType>,
  Body extends z.ZodType = typeof noFields,
  const Files extends string = never,
>(
  declared: Pick<
    Declaration<Path, Query, Body, Record<never, z.ZodType>, Who, Files>,
    'method' | 'path' | 'access' | 'query' | 'body' | 'files' | 'errors'
  > & { contents?: 'table' | 'pdf' },
) {
  const { contents = 'table', errors = [], ...rest } = declared
  return {
    ...call({ ...rest, effect: 'read', answer: {}, errors: ['too_many_requests', ...errors] }),
    isFile: true as const,
    contents,
  }
}

/** What a call with an Idempotency-Key has answered, as it is stored. */
export type StoredAnswer = Record<string, unknown>

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** Path parameters of a call: keys are texts, all others positive integers. */
export type ParamsOf<C extends Call> = {
  [Name in ParamNames<C['path']>]: Name extends `${string}_key` ? string : number
}
export type QueryIn<C extends Call> = z.input<C['query']>
export type QueryOf<C extends Call> = z.output<C['query']>
export type BodyIn<C extends Call> = z.input<C['body']>
/** The names of the files that a call takes. */
export type FilesOf<C extends Call> = keyof C['files'] & string
export type BodyOf<C extends Call> = z.output<C['body']>
/** What the call answers on success, `status: true` included. */
export type AnswerOf<C extends Call> = z.output<C['answer']>
