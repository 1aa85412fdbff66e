import { z } from 'zod'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors/errors.ts'
import type { Entity } from './events.ts'

type Effect = 'read' | 'write' | 'steps' | 'slow_steps'
type Success = 200 | 201 | 204 | 302

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A form field that arrives as a file: its limits, checked before the first byte is stored. */
export type FileRule = {
  readonly maxBytes: number
  /** Narrower limits by kind of content. The body field `field` names the kind. */
  readonly kinds?: {
    readonly field: string
    readonly limits: Readonly<Record<string, FileKind>>
  }
  /** Values of body fields with which only admins and owners may send a file. */
  readonly adminOnly?: Readonly<Record<string, readonly string[]>>
}

/** File extensions of a kind, and the maximum size in bytes; 0: the kind has no file. */
export type FileKind = { readonly formats: readonly string[]; readonly maxBytes: number }

/** One API call, declared once. Server routes, typed browser calls and tests are derived from it. */
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
  /**
   * A writing call runs in one transaction. A reading POST is a list with filters in its body. `steps`: opens
   * its own transactions, because some changes stay after a refusal (a wrong password is counted).
   * `slow_steps`: the same, with long work between the transactions, such as on a file or with another
   * service.
   */
  readonly effect: Effect
  /** Accepts an Idempotency-Key: requests with the same key and body run once and get the same answer. */
  readonly isIdempotent: boolean
  /**
   * Ends the access of others to the caller's own account. It does not wait for other calls of that person,
   * because those may come from an intruder.
   */
  readonly securesAccount: boolean
  /** Also answers people of a company that is switched off. */
  readonly isOpenToInactive: boolean
  /** Also answers people who must first choose their own password. */
  readonly isOpenBeforePasswordChange: boolean
  /**
   * Also answers people who must first set up a second factor. Calls that are open before the password change
   * do so too.
   */
  readonly isOpenBeforeTotp: boolean
  /**
   * A foreign service makes the call, without a session and without a CSRF token. The address of the request
   * identifies the service. All calls of the path are foreign.
   */
  readonly isForeign: boolean
  /** 302: the handler names the target address. */
  readonly success: Success
  readonly query: z.ZodObject<Query>
  readonly body: Body
  /**
   * Files that a multipart body may contain besides the fields, one for each name. The call itself decides
   * which files are required.
   */
  readonly files: { readonly [Name in Files]?: FileRule }
  readonly answer: z.ZodObject<Answer & { status: z.ZodLiteral<true> }>
  /** Error codes besides those that any call may answer. */
  readonly errors: readonly ErrorCode[]
  /** A reading call: a change of these entities changes its answer, so screens read it again. */
  readonly shows: readonly Entity[]
  /** A writing call: the entities that a success changes. */
  readonly changes: readonly Entity[]
}

/** Reading calls say what they show, all others what they change. */
type Effects =
  | { method: 'GET'; effect?: 'read'; shows: readonly Entity[] }
  | { method: 'POST'; effect: 'read'; shows: readonly Entity[] }
  | { method: 'GET'; effect: 'steps' | 'slow_steps'; changes: readonly Entity[] }
  | {
      method: Exclude<Method, 'GET'>
      effect?: Exclude<Effect, 'read'>
      changes: readonly Entity[]
    }

type Declaration<
  Path extends string,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
  Answer extends z.ZodRawShape,
  Who extends Access,
  Files extends string,
> = Effects & {
  path: Path
  access: Who
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

// Each generic default is the empty case of its part, so that a call declares only the parts it has.
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
    // An undeclared query or body has no fields, as the defaults above say.
    query: z.object((declared.query ?? {}) as Query),
    body: (declared.body ?? noFields) as Body,
    files: declared.files ?? {},
    answer: z.object({ ...declared.answer, status: z.literal(true) }),
    errors: declared.errors ?? [],
    shows: 'shows' in declared ? declared.shows : [],
    changes: 'changes' in declared ? declared.changes : [],
  }
}

/** A call that another service makes, see `isForeign`. */
export const asForeign = <C extends Call>(declared: C) => ({ ...declared, isForeign: true as const })

/**
 * A call that answers a file: a table in the `format` of its body or query, or a PDF. Errors are answered as
 * by any other call.
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
    'path' | 'access' | 'query' | 'body' | 'files' | 'errors'
  > & { method: 'GET' | 'POST'; contents?: 'table' | 'pdf' },
) {
  const { contents = 'table', errors = [], method, ...rest } = declared
  // A file is not kept by the browser, so nothing makes it old.
  const effects = { method, effect: 'read', shows: [] } as const
  return {
    ...call({ ...rest, ...effects, answer: {}, errors: ['too_many_requests', ...errors] }),
    isFile: true as const,
    contents,
  }
}

/** The stored answer of a call with an Idempotency-Key. */
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
/** The answer of a call on success, including `status: true`. */
export type AnswerOf<C extends Call> = z.output<C['answer']>
