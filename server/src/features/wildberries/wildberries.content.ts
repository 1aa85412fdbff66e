import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AwayError, type Door, readJson, TokenRefusedError } from './wildberries.door.ts'
import { contentCard } from './wildberries.rules.ts'

/** The API of the sellers themselves, which knows the cards of whoever made the token. */
export type ContentApi = { door: Door; url: string }

export const contentPath = '/content/v2/get/cards/list'

// Theirs; what a search finds beyond it does not have the number as its own.
const pageLimit = 100

const cardsAnswer = z.object({ cards: z.array(z.unknown()) })

/** The card of this number; null where the token's owner has none. @throws AwayError, TokenRefusedError, LimitError */
export async function findContentCard(
  api: ContentApi,
  token: string,
  id: number,
  signal: AbortSignal,
): Promise<z.output<typeof contentCard> | null> {
  const cards = await listCards(api, token, { textSearch: String(id), limit: pageLimit }, signal)
  for (const card of cards) {
    const read = contentCard.safeParse(card)
    // The search looks into articles and barcodes as well.
    if (read.success && read.data.nmID === id) return read.data
  }
  return null
}

/** Whether they accept a token, and it may read products. @throws AwayError, LimitError */
export async function isTokenAccepted(api: ContentApi, token: string, signal: AbortSignal): Promise<boolean> {
  const refused = (error: unknown) => {
    if (error instanceof TokenRefusedError) return null
    throw error
  }
  return (await listCards(api, token, { textSearch: '', limit: 1 }, signal).catch(refused)) !== null
}

type Search = { textSearch: string; limit: number }

async function listCards(
  { door, url }: ContentApi,
  token: string,
  { textSearch, limit }: Search,
  signal: AbortSignal,
): Promise<unknown[]> {
  const key = createHash('sha256').update(token).digest('base64')
  // Without −1 only cards without photos are found.
  const filter = { withPhoto: -1, textSearch }
  const answer = await door.ask(new URL(`${url}${contentPath}?locale=ru`), {
    key,
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { cursor: { limit }, filter } }),
    signal,
  })
  if (answer.status === 200) return readJson(cardsAnswer, answer).cards
  // A page of some gateway in between says nothing of the token.
  const isTheirs = answer.headers.get('content-type')?.includes('json')
  if (isTheirs && (answer.status === 401 || answer.status === 403)) throw door.refuseToken(key)
  throw new AwayError(`answers ${answer.status} to a token`)
}
