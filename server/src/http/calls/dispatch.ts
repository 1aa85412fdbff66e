import type { Call } from '@artel/contract/call'
import type { FileFormat } from '@artel/contract/shapes/list'
import { pathParam } from '@artel/contract/shapes/primitives'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../../access/actor.ts'
import { checkGate, methodOf, wireMethods } from '../../access/gate.ts'
import type { Announcement } from '../../database/announcement.ts'
import type { Root } from '../../database/connection/open.ts'
import { Db } from '../../database/db.ts'
import { RowBudget, RowBudgetError, withinBudget } from '../../database/queries/row-budget.ts'
import { inTransaction, retryRead } from '../../database/transaction.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import { toFieldIssues } from '../../errors/issues.ts'
import type { LiveEvents } from '../../events/live-events.ts'
import { sendFile } from '../../files/send-file.ts'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import { Places, placeOwner } from '../../limits/places.ts'
import { inShare } from '../../limits/shares.ts'
import { openListFile } from '../../lists/list-file.ts'
import { assertStillAllowed } from '../../sessions/session.ts'
import { writeAnswer } from '../answers/answer.ts'
import { sendCompressed, sendFixed } from '../answers/gzip.ts'
import { readJsonTexts } from '../body/json-texts.ts'
import { signalLeaving } from '../connections/once-over.ts'
import { coerce } from './coerce.ts'
import { answerOnce, readIdempotencyKey } from './idempotency.ts'
import type { Context, Route } from './route.ts'

type RoutesByMethod = Map<string, Route>

const overrides = new Set<unknown>(['PUT', 'PATCH', 'DELETE'])

/** Registers each path of the API once for all methods, because only the body of a form tells its method. */
export function registerRoutes(app: FastifyInstance, server: Server, routes: readonly Route[]): void {
  const paths = new Map<string, RoutesByMethod>()
  for (const route of routes) {
    const byMethod: RoutesByMethod = paths.get(route.call.path) ?? new Map()
    paths.set(route.call.path, byMethod.set(route.call.method, route))
  }
  for (const [path, byMethod] of paths) {
    const calls = new Map([...byMethod].map(([method, { call }]) => [method, call]))
    refuseTwoOfFiles(path, [...calls.values()])
    const [{ isKnown } = {}] = byMethod.values()
    app.route({
      method: [...wireMethods],
      url: `/api${path}`,
      config: {
        calls,
        isForeign: [...calls.values()].every((call) => call.isForeign),
        ...(isKnown && { isKnown: (request) => isKnown(server.root, readParams(request)) }),
      },
      handler: async (request, reply) => {
        try {
          return await run(server, chooseRoute(request, byMethod), request, reply)
        } finally {
          await request.rawBody.files.discard()
        }
      },
    })
  }
}

// The files of a form are read before its method is known, so only one call of a path may take files.
function refuseTwoOfFiles(path: string, calls: readonly Call[]): void {
  const taking = calls.filter(({ files }) => Object.keys(files).length > 0)
  if (taking.length > 1) throw new Error(`Two calls of ${path} take files`)
}

/**
 * Chooses by the method on the wire, or by the one that `_method` in the body of a POST names. Nothing else
 * overrides.
 */
function chooseRoute(request: FastifyRequest, byMethod: RoutesByMethod): Route {
  const { fields } = request.rawBody
  let method = request.method
  if ('_method' in fields) {
    if (method !== 'POST' || !overrides.has(fields._method)) throw new ApiError('method_not_allowed')
    method = fields._method as string // one of the overrides
    delete fields._method
  }
  const route = byMethod.get(methodOf(method))
  if (!route) throw new ApiError('method_not_allowed')
  return route
}

/** The address of a call in one spelling, because the router accepts several spellings of it. */
const pathOf = (call: Call, params: Params): string =>
  `/api${call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}`

type Publish = LiveEvents['publish']

type Server = {
  root: Root
  uploads: Uploads
  publish: Publish
  /** Counts a call that writes, and the bytes of its fields. @throws LimitError */
  countWrite: (actor: Actor, size: number) => void
}

async function run(
  { root, uploads, publish, countWrite }: Server,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { call, file } = route
  const { actor } = request.session
  checkGate(call, actor)
  if (actor && call.effect !== 'read' && !call.securesAccount) countWrite(actor, request.rawBody.size)
  const input = {
    params: readParams(request),
    query: parse(call.query, coerce(call.query, readQuery(call, request))),
    body: parse(call.body, readBody(call, request)),
    files: readFiles(call, request),
    request,
    reply,
    actor,
  }
  if (!file || !actor) return answerCall(root, publish, route, input)
  // A list answers a page if the query names no format. No list is open to guests.
  const { format } = { ...(input.body as object), ...input.query } as { format?: FileFormat }
  if (!format && !('isFile' in call)) return answerCall(root, publish, route, input)
  const assertAllowed = () => assertStillAllowed(root, call, request, 'begin')
  const leaving = signalLeaving(reply.raw)
  return sendFile({ root, uploads, assertAllowed, leaving }, actor, reply, async (connection) => {
    const found = await file(contextOf(input, connection, new Db(connection, actor.companyId)))
    // Only tables have rows, and the shape of each such call requires a format.
    return 'rows' in found ? openListFile(connection, actor, format as FileFormat, found) : found
  })
}

type Input = Pick<Context<Call>, 'params' | 'query' | 'body' | 'request' | 'reply' | 'actor'>

// The gate and the shapes have checked that the input fits the type of the handler.
const contextOf = (input: Input, root: Root, db: Db | null) =>
  ({ ...input, root, db }) as unknown as Context<Call>

async function answerCall(
  root: Root,
  publish: Publish,
  { call, handler }: Route,
  input: Input,
): Promise<unknown> {
  const { actor, request } = input
  let db: Db | null = null
  const assertAllowed: Db['assertAllowed'] = (connection, moment) =>
    assertStillAllowed(connection, call, request, moment)
  const answer = async (connection: Root) => {
    // Each attempt needs a new one, because announcements of a failed attempt are dropped.
    db = actor && new Db(connection, actor.companyId, assertAllowed, actor.userId)
    const handle = async () => {
      const result = await handler(contextOf(input, connection, db))
      if (call.effect === 'write') await assertAllowed(connection, 'commit')
      return result
    }
    // A call in steps has no transaction that its key could be part of, so it recognizes repetitions itself.
    const isOnce = call.isIdempotent && call.effect === 'write'
    const key = isOnce ? readIdempotencyKey(request) : null
    if (!key || !db || !actor) return handle()
    // Stores the answer as its shape parses it, so that the repeated answer equals the first.
    return answerOnce(
      db,
      { userId: actor.userId, path: pathOf(call, input.params as Params), key, body: input.body },
      async () => {
        return call.answer.parse({ ...(await handle()), status: true })
      },
    )
  }
  const budget = new RowBudget(() => longReads.enter(placeOwner(request)))
  const work = async () => {
    // The call may have waited for its turn.
    await assertStillAllowed(root, call, request, 'begin')
    return answerBy[call.effect](root, answer, budget)
  }
  try {
    const hasShare = (actor || call.isForeign) && !isSlow(call, request)
    const result = hasShare ? await inShare(placeOwner(request), call, work) : await work()
    const announcements = announcementsOf(db)
    reportUndeclared(call, announcements, request)
    publish(announcements)
    return await send(call, result, input)
  } finally {
    // The rows count until the answer that was made of them has been handed over.
    budget.close()
  }
}

/**
 * Whether a call may take long without a database connection, so that it takes no share of the database. A
 * call that works on files is slow only if a file came, and each person has few of those at once.
 */
const isSlow = ({ effect, files }: Call, { rawBody }: FastifyRequest): boolean =>
  effect === 'slow_steps' && (Object.keys(files).length === 0 || rawBody.files.byName.size > 0)

/**
 * Maximum long reads at the same moment, because each may take some hundred megabytes until it is answered.
 */
const longReads = new Places({ all: 6, company: 4, person: 3 }, 1)

type Answer = (connection: Root) => Promise<object>

type AnswerBy = (root: Root, answer: Answer, budget: RowBudget) => Promise<object>

/** Limits the rows that a call reads. Beyond the limit it answers 413, and a transaction is rolled back. */
const counted =
  (answerBy: AnswerBy): AnswerBy =>
  (root, answer, budget) =>
    withinBudget(budget, () => answerBy(root, answer, budget)).catch((error) => {
      throw error instanceof RowBudgetError ? new ApiError('too_large') : error
    })

const answerBy: Record<Call['effect'], AnswerBy> = {
  write: counted(inTransaction),
  read: counted((root, answer) => retryRead(() => answer(root))),
  // They read files and imports part by part, and their answers are short.
  steps: (root, answer) => answer(root),
  slow_steps: (root, answer) => answer(root),
}

/** What the log says if a call announces an entity that it does not declare. Tests search for it. */
export const undeclaredChange = 'announces an entity that its call does not declare'

/**
 * Screens read again what a call declares in `changes`, so an undeclared change would leave the screen of its
 * own person as it was. A notification reaches others, who learn of it by its event.
 */
function reportUndeclared(call: Call, announcements: readonly Announcement[], request: FastifyRequest): void {
  for (const { event } of announcements) {
    if (event.entity === 'notification' || call.changes.includes(event.entity)) continue
    request.log.error({ path: call.path, method: call.method, entity: event.entity }, undeclaredChange)
  }
}

const announcementsOf = (db: Db | null): readonly Announcement[] => db?.announcements ?? []

type Params = Record<string, number | string>

// A malformed id matches no row, so the answer is 404.
function readParams(request: FastifyRequest): Params {
  const entries = Object.entries(request.params as Record<string, string>) // strings by Fastify's router
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const { data } = pathParam(name).safeParse(value)
      if (data === undefined) throw new ApiError('not_found')
      return [name, data]
    }),
  )
}

// Ignores names that no call knows, because `_t` must be ignored. Refuses a known name in brackets, because
// ignoring it would hide a mistake.
function readQuery(call: Call, request: FastifyRequest): unknown {
  const query = request.query as Record<string, unknown> // an object by Fastify's parser
  for (const name of Object.keys(query)) {
    const [base = ''] = name.split('[')
    if (base !== name && Object.hasOwn(call.query.shape, base)) throw fieldError(base, 'wrong_type')
  }
  return query
}

function readBody(call: Call, { rawBody: { fields, isForm }, bodyLimits }: FastifyRequest): unknown {
  return isForm ? coerce(call.body, readJsonTexts(call, fields, bodyLimits)) : fields
}

function readFiles(call: Call, { rawBody }: FastifyRequest): Record<string, ReceivedFile> {
  const { byName } = rawBody.files
  for (const name of byName.keys()) if (!call.files[name]) throw fieldError(name, 'unknown_field')
  return Object.fromEntries(byName)
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw new ApiError('invalid', toFieldIssues(parsed.error.issues))
  return parsed.data
}

/**
 * Answers of at least this many characters are compressed. Compressing a shorter one takes longer than it
 * saves.
 */
const longText = 32_768

// The answer passes through its shape, so that an undeclared column cannot leave the server.
async function send(
  call: Call,
  result: object,
  { request, reply }: Pick<Input, 'request' | 'reply'>,
): Promise<unknown> {
  if (reply.statusCode === 304) return reply.send()
  // The handler has set 202 if the work continues after the answer.
  reply.status(reply.statusCode === 202 ? 202 : call.success)
  if (call.success === 204 || call.success === 302) return reply.send()
  const write = () => writeAnswer(call.answer, { ...result, status: true })
  reply.type('application/json; charset=utf-8')
  const etag = reply.getHeader('etag')
  // The content under an ETag never changes.
  if (etag !== undefined) return sendFixed(request, reply, `${call.path} ${etag}`, write)
  const text = await write()
  return text.length < longText
    ? reply.send(text)
    : sendCompressed(request, reply, text, call.effect === 'read')
}
