import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { WorkOwner } from '../../http/fair-queue.ts'
import { mapInSlices } from '../../slices.ts'
import { AwayError, type Door, readJson, TokenRefusedError } from './wildberries.door.ts'
import { contentCard } from './wildberries.rules.ts'

/** The API of the sellers themselves, which knows the cards of whoever made the token. */
export type ContentApi = { door: Door; url: string }

export const contentPath = '/content/v2/get/cards/list'

// Theirs; what a search finds beyond it does not have the number as its own.
const pageLimit = 100

const longList = { key: 'cards', mostItems: pageLimit }
const cardsAnswer = z.object({ cards: z.array(z.unknown()) })

type Asking = { owner: WorkOwner; token: string; signal: AbortSignal }

/** The card of this number; null where the token's owner has none. @throws AwayError, TokenRefusedError, LimitError */
export async function findContentCard(
  api: ContentApi,
  asking: Asking,
  id: number,
): Promise<z.output<typeof contentCard> | null> {
  const cards = await listCards(api, asking, { textSearch: String(id), limit: pageLimit })
  const read = await mapInSlices(cards, (card) => contentCard.safeParse(card).data)
  // The search looks into articles and barcodes as well.
  return read.find((card) => card?.nmID === id) ?? null
}

/** Whether they accept a token, and it may read products. @throws AwayError, LimitError */
export async function isTokenAccepted(api: ContentApi, asking: Asking): Promise<boolean> {
  const refused = (error: unknown) => {
    if (error instanceof TokenRefusedError) return null
    throw error
  }
  return (await listCards(api, asking, { textSearch: '', limit: 1 }).catch(refused)) !== null
}

type Search = { textSearch: string; limit: number }

async function listCards(
  { door, url }: ContentApi,
  { owner, token, signal }: Asking,
  { textSearch, limit }: Search,
): Promise<unknown[]> {
  const key = createHash('sha256').update(token).digest('base64')
  // Without −1 only cards without photos are found.
  const filter = { withPhoto: -1, textSearch }
  const answer = await door.ask(new URL(`${url}${contentPath}?locale=ru`), {
    ...{ owner, key },
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { cursor: { limit }, filter } }),
    signal,
  })
  if (answer.status === 200) return (await readJson(cardsAnswer, answer, longList)).cards
  // A page of some gateway in between says nothing of the token.
  const isTheirs = answer.headers.get('content-type')?.includes('json')
  if (isTheirs && (answer.status === 401 || answer.status === 403)) throw door.refuseToken(key)
  throw new AwayError(`answers ${answer.status} to a token`)
}
