import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import type { Actor } from '../../access/actor.ts'
import type { Root } from '../../database/connection/open.ts'
import type { Db } from '../../database/db.ts'
import { inOwnTransaction } from '../../database/transaction.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import type { WorkOwner } from '../../limits/fair-queue.ts'
import { consumeAttempts, type Limit } from '../../limits/tries.ts'
import type { SecretKey } from '../../seal.ts'
import {
  getLegalEntity,
  listWildberriesTokens,
  setWildberriesToken,
} from '../legal-entities/legal-entities.ts'
import type { MediaPlaces } from '../multimedia/multimedia.ts'
import { UnavailableError } from './wildberries.client.ts'
import { findContentCard, isTokenAccepted } from './wildberries.content.ts'
import type { Wildberries } from './wildberries.open.ts'
import { storePhotos } from './wildberries.photos.ts'
import { findPublicItem } from './wildberries.public.ts'
import { itemOfContent } from './wildberries.rules.ts'

// An answer must come within 5 s. The lookup with tokens has a shorter timeout, so that time is left for the
// public site.
const wholeMs = 4000
const tokensMs = 2200
const cardMs = 1500

type Call = { root: Root; db: Db; actor: Actor }

// As many as people in a hurry look up by hand. Wildberries refuses the whole installation after too many
// requests.
const lookUps: Limit = { name: 'wildberries look-ups', most: 60, seconds: 60 }

/**
 * Finds the data of a product at Wildberries. Opens no transaction.
 * @throws ApiError not_found; upstream if a source failed and the others do not know the product; LimitError
 */
export function getItem(
  { root, db, actor }: Call,
  wildberries: Wildberries,
  secretKey: SecretKey,
  id: number,
): Promise<WildberriesItem> {
  const lookUp = async () => {
    await consumeAttempts(root, [{ limit: lookUps, subject: db.companyId }])
    return findItem(wildberries, actor, await listWildberriesTokens(db, secretKey), id)
  }
  return wildberries.items.get(`${db.companyId} ${id}`, lookUp)
}

async function findItem(
  { content, site }: Wildberries,
  owner: WorkOwner,
  tokens: readonly string[],
  id: number,
): Promise<WildberriesItem> {
  const whole = AbortSignal.timeout(wholeMs)
  const failures: UnavailableError[] = []
  // Any other error means too many requests at once. It is thrown, because another source would not reduce
  // them.
  const keep = (error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
    failures.push(error)
    return null
  }
  const forTokens = AbortSignal.timeout(tokensMs)
  for (const token of tokens) {
    const card = await findContentCard(content, { owner, token, signal: forTokens }, id).catch(keep)
    if (card) return itemOfContent(card)
  }
  const card = AbortSignal.any([whole, AbortSignal.timeout(cardMs)])
  const item = site && (await findPublicItem(site, id, { owner, card, whole }).catch(keep))
  if (item) return item
  if (tokens.length === 0 && !site)
    throw new UnavailableError('may be asked with a token only, and there is none')
  throw failures[0] ?? new ApiError('not_found')
}

/**
 * Copies the photos of a product into our media. They belong to no record yet.
 * @throws ApiError not_found, upstream; LimitError
 */
export async function importPhotos(
  call: Call,
  wildberries: Wildberries,
  places: MediaPlaces,
  secretKey: SecretKey,
  id: number,
): Promise<Multimedia[]> {
  const item = await getItem(call, wildberries, secretKey, id)
  return storePhotos(call.db, call.actor, wildberries, places, item)
}

// Limits guesses, because each one uses up what Wildberries tolerates from this installation.
const tokensTried: Limit = { name: 'wildberries tokens', most: 20, seconds: 900 }

/**
 * Saves the token of a legal entity once Wildberries has accepted it; null deletes the token.
 * @throws ApiError not_found; 422 at `token`; upstream; LimitError
 */
export async function connect(
  { root, db, actor }: Call,
  { content, items }: Wildberries,
  secretKey: SecretKey,
  id: number,
  token: string | null,
): Promise<void> {
  // Check that the legal entity exists before any request to Wildberries.
  await getLegalEntity(db, secretKey, actor, id)
  if (token !== null) {
    await consumeAttempts(root, [{ limit: tokensTried, subject: actor.userId }])
    if (!(await isTokenAccepted(content, { owner: actor, token, signal: AbortSignal.timeout(wholeMs) })))
      throw fieldError('token', 'token_refused')
  }
  await inOwnTransaction(root, db, (own) => setWildberriesToken(own, secretKey, actor, id, token))
  // The new token may find products that were not found before.
  items.clear()
}
