import { now } from '../../clock.ts'
import { type Host, type Reply, startHost } from './host.ts'

/** A card in the format of the Content API; only the given fields differ from a plain one. */
export type Card = {
  nmID: number
  vendorCode: string
  title: string
  brand: string
  subjectName: string
  description: string
  photos: { big: string }[]
  sizes: { techSize: string; skus: unknown[] }[]
  updatedAt: string
}

type Token = { kind: 'content' | 'prices' | 'expired'; cards: Card[] }

export type ContentHost = Host & {
  tokens: Map<string, Token>
  /**
   * Applies the limits of Wildberries: five requests at once, then one per 600 ms; a refused request costs
   * ten.
   */
  isLimited: boolean
}

type Search = {
  settings?: {
    sort?: { ascending?: boolean }
    cursor?: { limit?: number; updatedAt?: string; nmID?: number }
    filter?: { withPhoto?: number; textSearch?: string }
  }
}

const burst = 5
const refillMs = 600
const refusalCost = 10

/** The API for sellers. The test adds its tokens. */
export async function startContent(): Promise<ContentHost> {
  const tokens = new Map<string, Token>()
  const buckets = new Map<string, { drops: number; at: number }>()
  const host: ContentHost = Object.assign(
    await startHost(({ method, path, token = '', body }) => {
      const bucket = refilled(buckets.get(token))
      if (host.isLimited) buckets.set(token, bucket)
      if (host.isLimited && bucket.drops < 1) return tooMany(bucket.drops)
      // The simulator checks the fields that it reads.
      const reply = answer(tokens.get(token), token, method, path, body as Search)
      bucket.drops -= (reply.status ?? 200) < 400 ? 1 : refusalCost
      return { ...reply, headers: { 'x-ratelimit-remaining': String(Math.max(0, bucket.drops)) } }
    }),
    { tokens, isLimited: false },
  )
  return host
}

function refilled(bucket = { drops: burst, at: now().getTime() }) {
  const at = now().getTime()
  return { drops: Math.min(burst, bucket.drops + (at - bucket.at) / refillMs), at }
}

function tooMany(drops: number): Reply {
  const seconds = (of: number) => String(Math.ceil(((of - drops) * refillMs) / 1000))
  return {
    ...gateway(429, 'too many requests', 'limited by 0b1cf2b2-4b1c-4a2e-9d3f'),
    headers: {
      'x-ratelimit-retry': seconds(1),
      'x-ratelimit-reset': seconds(burst),
      'x-ratelimit-limit': `${burst}`,
    },
  }
}

const gateway = (status: number, title: string, detail: string): Reply => ({
  status,
  body: {
    title,
    detail,
    code: '07e4668e--53a53a7a',
    requestId: '7b80742415072fe8',
    status,
    origin: 's2s-api-auth-content',
    statusText: title,
    timestamp: now().toISOString(),
  },
})

const refusal = (status: number, errorText: string): Reply => ({
  status,
  body: { data: null, error: true, errorText, additionalErrors: errorText },
})

function answer(
  known: Token | undefined,
  token: string,
  method: string,
  path: string,
  search: Search | undefined,
): Reply {
  if (token === '') return gateway(401, 'unauthorized', 'empty Authorization header')
  if (!known) return gateway(401, 'unauthorized', 'token problem; token is malformed')
  if (known.kind === 'expired') return gateway(401, 'unauthorized', 'token problem; token expired')
  if (known.kind !== 'content') return refusal(403, 'Access denied')
  if (path === '/ping') return { body: { TS: now().toISOString(), Status: 'OK' } }
  if (method !== 'POST' || path !== '/content/v2/get/cards/list')
    return gateway(404, 'path not found', 'Please consult the documentation')
  return search?.settings
    ? list(known.cards, search.settings)
    : refusal(400, 'Request body can not be decoded')
}

function list(
  cards: readonly Card[],
  { sort, cursor = {}, filter = {} }: Required<Search>['settings'],
): Reply {
  const { limit = 100, updatedAt, nmID } = cursor
  if (limit > 100) return refusal(400, 'Limit is more than 100')
  // The default of this filter is 0: only cards without photos.
  const { withPhoto = 0, textSearch = '' } = filter
  const direction = sort?.ascending ? 1 : -1
  const placeOf = (card: Pick<Card, 'updatedAt' | 'nmID'>) =>
    `${card.updatedAt} ${String(card.nmID).padStart(12, '0')}`
  const compare = (a: string, b: string) => direction * (a < b ? -1 : a > b ? 1 : 0)
  const after = updatedAt !== undefined && nmID !== undefined ? placeOf({ updatedAt, nmID }) : null
  const rows = cards
    .filter(({ photos }) => withPhoto === -1 || (photos.length > 0 ? 1 : 0) === withPhoto)
    .filter((card) => textSearch === '' || isFound(card, textSearch))
    .toSorted((a, b) => compare(placeOf(a), placeOf(b)))
    .filter((card) => after === null || compare(placeOf(card), after) > 0)
    .slice(0, limit)
  const last = rows.at(-1)
  return {
    body: {
      cards: rows,
      cursor: { updatedAt: last?.updatedAt ?? '', nmID: last?.nmID ?? 0, total: rows.length },
    },
  }
}

const isFound = ({ nmID, vendorCode, sizes }: Card, text: string): boolean =>
  [String(nmID), vendorCode, ...sizes.flatMap(({ skus }) => skus.map(String))].some((one) =>
    one.includes(text),
  )
