import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WorkOwner } from '../../limits/fair-queue.ts'
import { pickInSlices } from '../../slices.ts'
import {
  readJson,
  TokenRefusedError,
  UnavailableError,
  type WildberriesClient,
} from './wildberries.client.ts'
import { contentCard } from './wildberries.rules.ts'

/** The API for sellers. It knows the cards of the seller who created the token. */
export type ContentApi = { client: WildberriesClient; url: string }

export const contentPath = '/content/v2/get/cards/list'

// Maximum of Wildberries. Search results beyond it do not have the number as their own.
const pageLimit = 100

const longList = { key: 'cards', maxItems: pageLimit }
const cardsAnswer = z.object({ cards: z.array(z.unknown()) })

type RequestContext = { owner: WorkOwner; token: string; signal: AbortSignal }

/**
 * Finds the card with this number; null if the token's seller has none.
 * @throws UnavailableError, TokenRefusedError, LimitError
 */
export async function findContentCard(
  api: ContentApi,
  requestContext: RequestContext,
  id: number,
): Promise<z.output<typeof contentCard> | null> {
  const cards = await listCards(api, requestContext, { textSearch: String(id), limit: pageLimit })
  const read = await pickInSlices(cards, (card) => contentCard.safeParse(card).data)
  // The search also matches articles and barcodes.
  return read.find((card) => card.nmID === id) ?? null
}

/** Whether Wildberries accepts a token and it may read products. @throws UnavailableError, LimitError */
export async function isTokenAccepted(api: ContentApi, requestContext: RequestContext): Promise<boolean> {
  const refused = (error: unknown) => {
    if (error instanceof TokenRefusedError) return null
    throw error
  }
  return (await listCards(api, requestContext, { textSearch: '', limit: 1 }).catch(refused)) !== null
}

type Search = { textSearch: string; limit: number }

async function listCards(
  { client, url }: ContentApi,
  { owner, token, signal }: RequestContext,
  { textSearch, limit }: Search,
): Promise<unknown[]> {
  const key = createHash('sha256').update(token).digest('base64')
  // Without −1 the search returns only cards without photos.
  const filter = { withPhoto: -1, textSearch }
  const answer = await client.ask(new URL(`${url}${contentPath}?locale=ru`), {
    owner,
    key,
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { cursor: { limit }, filter } }),
    signal,
  })
  if (answer.status === 200) return (await readJson(cardsAnswer, answer, longList)).cards
  // An error page of a gateway in between says nothing about the token.
  const isTheirs = answer.headers.get('content-type')?.includes('json')
  if (isTheirs && (answer.status === 401 || answer.status === 403)) throw client.refuseToken(key)
  throw new UnavailableError(`answers ${answer.status} to a token`)
}
