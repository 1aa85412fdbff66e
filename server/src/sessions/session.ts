import { randomBytes } from 'node:crypto'
import type { Call } from '@artel/contract/call'
import { defaultLocale, type Locale, locale } from '@artel/contract/shapes/primitives'
import { cutText } from '@artel/contract/shapes/storable'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CompiledQuery, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { checkGate } from '../access/gate.ts'
import { lacksRequiredTotp } from '../access/totp-duty.ts'
import { now } from '../clock.ts'
import type { Root } from '../database/connection/open.ts'
import { lockPerson } from '../database/lock-person.ts'
import { retryRead } from '../database/transaction.ts'
import { inBatches } from '../database/upkeep.ts'
import { ApiError } from '../errors/errors.ts'
import { clientAddress } from '../limits/client-address.ts'
import type { SecretKey } from '../seal.ts'
import type { Settings } from '../settings.ts'
import { hashToken, makeToken } from '../token.ts'
import { isSigned, issueCsrfToken, sign } from './csrf.ts'
import { nameDevice } from './device-name.ts'
import { isOver, longestMs, minuteMs, rememberedMs } from './session-life.ts'
import { touch } from './session-touch.ts'
import { SharedReads } from './shared-reads.ts'

const sessionsPerUser = 50
/** Ms for which a session that was read may be used until its call begins. */
export const freshMs = 1000
const maxAgeMs = {
  begin: freshMs,
  /** The session is always read again if the call changes the account of its own person. */
  lock: 0,
  /** The call might undo the very change by which its person has just lost rights. */
  commit: 250,
}

export type Origin = Pick<Actor, 'address' | 'device'>

/** The origin of a call, as the audit log shows it. */
export const originOf = (request: FastifyRequest): Origin => ({
  address: clientAddress(request),
  device: nameDevice(request.headers['user-agent'] ?? ''),
})

export type Session = {
  /** The cookie's value; undefined: the request has no cookie that we made. */
  token: string | undefined
  actor: Actor | null
  locale: Locale
  /** When the session was read, in ms of the monotonic clock. */
  readAt: number
  /** The call itself ends the session. */
  isEnding?: boolean
}

export type SessionSettings = Pick<Settings, 'appUrl'> & { secretKey: SecretKey }

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
  }
}

export function isHttps(request: FastifyRequest, settings: SessionSettings): boolean {
  return settings.appUrl?.startsWith('https:') || request.protocol === 'https'
}

/** `__Host-` binds a cookie to this host and to https. A browser refuses such a cookie without https. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-artel_session' : 'artel_session')

/**
 * The session of the cookie. A guest's session is signed and stored nowhere, so that strangers cannot fill
 * the database. A session of a person is a row. A cookie that we did not make is ignored.
 */
export async function readSession(
  request: FastifyRequest,
  root: Root,
  settings: SessionSettings,
): Promise<Session> {
  const readAt = performance.now()
  const token = request.cookies[cookieName(isHttps(request, settings))]
  if (token?.startsWith('g.')) {
    const guest = readGuest(token, settings)
    return { token: guest && token, actor: null, locale: guest?.locale ?? defaultLocale, readAt }
  }
  const actor = token?.startsWith('u.') ? await findActor(root, token, request) : null
  return { token: actor ? token : undefined, actor, locale: actor?.language ?? defaultLocale, readAt }
}

// A change that the call itself has made to its person must not count as a loss of rights. Code that changes
// that row has locked it and has read the rights again under the lock (`Db.assertLocked`, `inOwnAccount`), so
// nobody else can remove them before the commit.
async function hasChangedOwnRow(connection: Root, { companyId, userId }: Actor): Promise<boolean> {
  const row = await connection
    .selectFrom('users')
    .select(sql<boolean | null>`users.xmin = pg_current_xact_id_if_assigned()::xid`.as('is_own'))
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.is_own ?? false
}

/**
 * Reads the session again if the last read is too old, because the call may have waited long for its turn or
 * for a row, and its person may have lost their rights meanwhile.
 * @param connection the call's transaction if the call writes
 * @throws ApiError 401 or 403 if the call would be refused now, or its person has another type
 */
export async function assertStillAllowed(
  connection: Root,
  call: Pick<Call, 'access' | 'isOpenToInactive' | 'isOpenBeforePasswordChange' | 'isOpenBeforeTotp'>,
  { session }: FastifyRequest,
  moment: keyof typeof maxAgeMs,
): Promise<void> {
  const { actor, token } = session
  const at = performance.now()
  if (!actor || !token || session.isEnding || at - session.readAt < maxAgeMs[moment]) return
  if (await hasChangedOwnRow(connection, actor)) return
  const row = await findActorRow(connection, token)
  checkGate(call, row && { ...actor, ...standingOf(row) })
  if (row && row.type !== actor.type) throw new ApiError('forbidden')
  session.readAt = at
}

/** The cookie's raw value, for the CSRF check that comes before the session is looked up. */
export const rawToken = (request: FastifyRequest, settings: SessionSettings): string | undefined =>
  request.cookies[cookieName(isHttps(request, settings))]

/** Returns the session token of the caller. @throws ApiError unauthenticated if the caller has no session */
export function tokenOf({ session }: FastifyRequest): string {
  if (!session.token) throw new ApiError('unauthenticated')
  return session.token
}

function readGuest(token: string, settings: SessionSettings): { locale: Locale } | undefined {
  const [, random = '', language, signature = '', ...others] = token.split('.')
  if (others.length > 0 || !isSigned(settings.secretKey, 'guest', `${random}.${language}`, signature))
    return undefined
  return { locale: locale.catch(defaultLocale).parse(language) }
}

const actorsQuery = (root: Root) =>
  root
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
    )
    .innerJoin('companies', 'companies.id', 'sessions.company_id')
    .select(['sessions.company_id', 'sessions.user_id', 'sessions.is_remembered', 'sessions.created_at'])
    .select([
      'sessions.last_seen_at',
      'users.type',
      'users.language',
      'users.force_change_password',
      'companies.timezone',
      'companies.is_active',
    ])
    .select(lacksRequiredTotp.as('lacks_totp'))
    .where('users.status', '=', sql.lit('active'))

const actorQuery = (root: Root, tokenHash: Buffer) =>
  actorsQuery(root).where('sessions.token_hash', '=', tokenHash)

// Every call runs this query, so its text is compiled once.
let actorStatement: CompiledQuery | undefined
type ActorRow = Awaited<ReturnType<ReturnType<typeof actorQuery>['executeTakeFirstOrThrow']>>

async function findActorRow(root: Root, token: string): Promise<ActorRow | null> {
  actorStatement ??= actorQuery(root, Buffer.alloc(0)).compile()
  const statement = { ...actorStatement, parameters: [hashToken(token)] }
  const { rows } = await root.executeQuery<ActorRow>(statement)
  const [row] = rows
  return row && !isOver(row, now().getTime()) ? row : null
}

/** The fields that decide which calls a person may make. */
export type Standing = Pick<Actor, 'type' | 'isCompanyActive' | 'mustChangePassword' | 'mustSetUpTotp'>

const standingOf = (row: ActorRow): Standing => ({
  type: row.type,
  isCompanyActive: row.is_active,
  mustChangePassword: row.force_change_password,
  mustSetUpTotp: row.lacks_totp,
})

// A page makes many calls at once. They share a read, so that one person's burst does not take the
// connections from others.
const reads = new WeakMap<Root, SharedReads<ActorRow | null>>()

function readActorRow(root: Root, token: string): Promise<ActorRow | null> {
  const shared = reads.get(root) ?? new SharedReads()
  reads.set(root, shared)
  return shared.read(token, () => retryRead(() => findActorRow(root, token)))
}

async function findActor(root: Root, token: string, request: FastifyRequest): Promise<Actor | null> {
  const row = await readActorRow(root, token)
  if (!row) return null
  // At most once a minute, because a write on each read would cost two thirds of the reads.
  if (now().getTime() - Date.parse(row.last_seen_at) > minuteMs)
    await touch(root, { ...row, token_hash: hashToken(token) }, request.log)
  return {
    userId: row.user_id,
    companyId: row.company_id,
    language: row.language,
    timezone: row.timezone,
    ...standingOf(row),
    ...originOf(request),
  }
}

/**
 * Sets both cookies: the session's, and the readable token that each unsafe call must repeat in its header.
 * If they replace a person's session, the browser also deletes the media that it has cached for that person.
 * The browser keeps its storage, because it contains scans and photos that wait to be sent.
 */
export function sendCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: SessionSettings,
  token: string,
  isRemembered = false,
): void {
  const secure = isHttps(request, settings)
  const before = rawToken(request, settings)
  if (before?.startsWith('u.') && before !== token) reply.header('clear-site-data', '"cache"')
  const common: CookieSerializeOptions = { path: '/', sameSite: 'lax', secure }
  if (isRemembered) common.maxAge = rememberedMs / 1000
  reply.setCookie(cookieName(secure), token, { ...common, httpOnly: true })
  reply.setCookie('XSRF-TOKEN', issueCsrfToken(settings.secretKey, token), { ...common, httpOnly: false })
}

/** A new session of a guest, in the language that the guest has chosen. */
export function makeGuestToken(settings: SessionSettings, language: Locale): string {
  const random = randomBytes(18).toString('base64url')
  return `g.${random}.${language}.${sign(settings.secretKey, 'guest', `${random}.${language}`)}`
}

/**
 * Starts a session of a person and ends the oldest sessions above the cap. @returns its token, which is
 * stored nowhere
 */
export async function insertSession(
  root: Root,
  user: { companyId: number; userId: number },
  request: FastifyRequest,
  isRemembered: boolean,
): Promise<string> {
  const token = `u.${makeToken()}`
  // Locks the person, because two sign-ins at once could leave more sessions than the cap.
  await lockPerson(root, user)
  const at = now().toISOString()
  await root
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      company_id: user.companyId,
      user_id: user.userId,
      is_remembered: isRemembered,
      user_agent: cutText(request.headers['user-agent'] ?? '', 400),
      address: clientAddress(request),
      created_at: at,
      last_seen_at: at,
    })
    .execute()
  await sql`delete from sessions where token_hash in (
    select token_hash from sessions where company_id = ${user.companyId} and user_id = ${user.userId}
    order by id desc offset ${sessionsPerUser}
  )`.execute(root)
  return token
}

export async function deleteSession(root: Root, token: string): Promise<void> {
  await root.deleteFrom('sessions').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Whether the person asked to be remembered in this session. Decides the age of the cookies when they are
 * sent again.
 */
export async function isRemembered(root: Root, token: string): Promise<boolean> {
  const row = await root
    .selectFrom('sessions')
    .select('is_remembered')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  return row?.is_remembered ?? false
}

/** Of the tokens whose sessions are live, what decides which calls their persons may make now. */
export async function findStandings(root: Root, tokens: readonly string[]): Promise<Map<string, Standing>> {
  const byHash = new Map(tokens.map((token) => [hashToken(token).toString('hex'), token]))
  const hashes = [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await actorsQuery(root)
    .select('sessions.token_hash')
    .where('sessions.token_hash', 'in', hashes)
    .execute()
  const at = now().getTime()
  const alive = rows.filter((row) => !isOver(row, at))
  return new Map(alive.map((row) => [byHash.get(row.token_hash.toString('hex')) ?? '', standingOf(row)]))
}

/** Deletes sessions that have reached their maximum age. */
export async function deleteOldSessions(root: Root, signal?: AbortSignal): Promise<void> {
  const at = now().getTime()
  const before = (ms: number) => new Date(at - ms).toISOString()
  const isOld = sql<boolean>`(created_at < ${before(rememberedMs)}
    or (not is_remembered and created_at < ${before(longestMs)}))`
  // Nobody has ended these sessions, so their devices still receive pushes.
  await inBatches(async (most) => {
    const { rows } = await sql<{ token_hash: Buffer }>`
      select token_hash from sessions where ${isOld} limit ${most}`.execute(root)
    const hashes = rows.map(({ token_hash }) => token_hash)
    await sql`update push_devices set session_hash = null where session_hash = any(${hashes}::bytea[])`.execute(
      root,
    )
    await sql`delete from sessions where token_hash = any(${hashes}::bytea[])`.execute(root)
    return hashes.length
  }, signal)
}
