import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import { moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import { cutText } from '@artel/contract/shapes/storable'
import { z } from 'zod'
import { now } from '../../../clock.ts'
import type { WorkOwner } from '../../../limits/fair-queue.ts'
import { words } from '../../../outside/lenient.ts'
import { pickInSlices } from '../../../slices.ts'
import type { ReadStock } from '../stock/stock.ts'
import { type MoySkladClient, maxBytes, type RequestCounts } from './client.ts'
import { MoySkladError } from './errors.ts'
import type { Allowance } from './rate-limiter.ts'
import { moscowTime, type TheirList, theirId } from './shapes.ts'

/** Context of requests to MoySklad. */
export type RequestContext = {
  client: MoySkladClient
  /** Company and user that the request runs for. */
  owner: WorkOwner
  token: string
  signal: AbortSignal
  requestCounts?: RequestCounts
  tries?: number
}

/** The MoySklad account that a token belongs to. */
export type TheirAccount = { id: string; name: string; login: string | null; isSolution: boolean }

const maxNameLength = 300
// Blanks alone are no name.
const name = words.transform((text) => cutText(text.trim(), maxNameLength))
const accountKey = z.string().regex(/^[\w-]{1,100}$/)
const employeeContext = z.object({ accountId: accountKey, uid: name, fullName: name, name })
const applicationContext = z.object({
  accountId: accountKey.or(z.literal('')).nullish(),
  id: accountKey.optional().catch(undefined),
  appUid: name,
  name,
})

/** Finds the account of a token. @throws MoySkladError: `refused` if MoySklad does not accept the token */
export async function findAccount({ client, token, ...rest }: RequestContext): Promise<TheirAccount> {
  try {
    const read = employeeContext.safeParse(await client.ask(token, '/context/employee', rest))
    if (!read.success) throw new MoySkladError('broken')
    const { accountId, uid, fullName, name } = read.data
    // A login is `name@account`.
    const account = uid.includes('@') ? uid.slice(uid.lastIndexOf('@') + 1) : ''
    const shown = account || fullName || name || accountId
    return { id: accountId, name: shown, login: uid || null, isSolution: false }
  } catch (error) {
    // A solution's token has no employee, so MoySklad refuses this request.
    if (!(error instanceof MoySkladError && (error.fault === 'forbidden' || error.fault === 'rejected')))
      throw error
  }
  const read = applicationContext.safeParse(await client.ask(token, '/context/application', rest))
  const known = read.success && (read.data.accountId || read.data.id)
  if (!read.success || !known) throw new MoySkladError('broken')
  const { name, appUid } = read.data
  return { id: known, name: name || appUid || known, login: null, isSolution: true }
}

const listAnswer = z.object({
  meta: z.object({ size: z.int().min(0) }),
  rows: z.array(z.unknown()),
})
type TheirPage = { total: number; rows: unknown[] }

type Stretch = { limit: number; offset: number; filters?: readonly string[] }

/** Nested collection that a list expands. Only pages of at most 100 rows contain expanded collections. */
const expanded: Partial<Record<TheirList, string>> = { organization: 'accounts', bundle: 'components' }

/** Rows per page of a list. */
export const pageOf = (list: TheirList): number => (expanded[list] ? 100 : 1000)

const maxAroundRows = 1_000_000
/**
 * Maximum bytes of a row. A description has 4,096 characters, and a row may have 100 custom fields. An
 * expanded collection adds rows of its own.
 */
const maxRowBytes = (list: TheirList): number => (expanded[list] ? 256_000 : 32_000)

/** Reads one page of a list, including archived rows. @throws MoySkladError */
export async function askPage(
  { client, token, ...rest }: RequestContext,
  list: TheirList,
  { limit, offset, filters = [] }: Stretch,
): Promise<TheirPage> {
  const query = new URLSearchParams({
    limit: String(limit),
    offset: String(offset),
    order: 'name,asc',
    filter: ['archived=true', 'archived=false', ...filters].join(';'),
    ...(expanded[list] && { expand: expanded[list] }),
  })
  const long = { key: 'rows', maxItems: limit, maxBytes: maxAroundRows + limit * maxRowBytes(list) }
  const read = listAnswer.safeParse(await client.ask(token, `/entity/${list}?${query}`, { ...rest, long }))
  if (!read.success) throw new MoySkladError('broken')
  return { total: read.data.meta.size, rows: read.data.rows }
}

/** Filter for rows changed since an instant. MoySklad takes instants in a request to the second. */
export const changedSince = (since: string): string => `updated>=${moscowTime(since)}`

/** Maximum ids in one request, because the length of a URL is limited. */
export const maxIds = 90
export const withIds = (ids: readonly string[]): string[] => ids.map((id) => `id=${id}`)

/** Maximum rows of a stock report. Its maximum size in bytes has room for fewer. */
const maxCells = 400_000

const stockRow = z.object({
  assortmentId: theirId,
  // Rows about reserves have no store id.
  storeId: theirId,
  stock: z.number(),
})

/**
 * Reads the short stock report: all of it, or the changes since an instant at most one day ago.
 * @returns the readable rows and the number of unreadable ones
 * @throws MoySkladError
 */
export async function askStock(
  { client, token, ...rest }: RequestContext,
  since: string | null,
): Promise<{ rows: ReadStock[]; unread: number }> {
  const query = new URLSearchParams({
    stockType: 'stock',
    ...(since !== null && { changedSince: moscowTime(since), include: 'zeroLines' }),
  })
  const long = { key: null, maxItems: maxCells, maxBytes }
  const answer = await client.ask(token, `/report/stock/bystore/current?${query}`, { ...rest, long })
  if (!Array.isArray(answer)) throw new MoySkladError('broken')
  const rows = await pickInSlices(answer, readCell)
  return { rows, unread: answer.length - rows.length }
}

function readCell(row: unknown): ReadStock | null {
  const read = stockRow.safeParse(row)
  if (!read.success) return null
  const { assortmentId, storeId, stock } = read.data
  return { product_id: assortmentId.toLowerCase(), store_id: storeId.toLowerCase(), quantity: stock }
}

/**
 * Finds which parts a token may read, and its rate limit. Also returns the first page of organizations.
 * @throws MoySkladError
 */
export async function learnRights(requestContext: RequestContext): Promise<{
  readable: MoySkladPart[]
  organizations: unknown[]
  allowance: Allowance
}> {
  const readable: MoySkladPart[] = []
  let organizations: unknown[] = []
  // Sequential, because the headers of each response show what the request cost of the rate limit.
  for (const part of moySkladParts) {
    const found = await lookAt(requestContext, part).catch((error: unknown) => {
      if (error instanceof MoySkladError && isRight(error)) return null
      throw error
    })
    if (found === null) continue
    readable.push(part)
    if (part === 'organization') organizations = found
  }
  return {
    readable,
    organizations,
    allowance: requestContext.client.limiterOf(requestContext.token).allowance,
  }
}

const isRight = ({ fault }: MoySkladError): boolean =>
  fault === 'forbidden' || fault === 'missing' || fault === 'rejected'

async function lookAt(requestContext: RequestContext, part: MoySkladPart): Promise<unknown[]> {
  if (part === 'stock') {
    // Changes of the last minute: a short report that needs the same permission.
    await askStock(requestContext, new Date(now().getTime() - 60_000).toISOString())
    return []
  }
  const limit = part === 'organization' ? pageOf(part) : 1
  return (await askPage(requestContext, part, { limit, offset: 0 })).rows
}
