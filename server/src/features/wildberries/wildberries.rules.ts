import { findBarcodeMistake } from '@artel/contract/products/products.rules'
import { maxItemPhotos, type WildberriesItem } from '@artel/contract/supplies/wildberries'
import { z } from 'zod'
import { exact, listOf, words } from '../../outside/lenient.ts'

/** Maximum items of each list of a card. No card has as many. */
const [maxPhotos, maxSizes, maxSkus] = [200, 200, 100]

/** A seller's own card at the Content API. */
export const contentCard = z.object({
  nmID: z.number(),
  vendorCode: words,
  brand: words,
  title: words,
  subjectName: words,
  description: words,
  photos: listOf(z.object({ big: exact }), maxPhotos),
  sizes: listOf(z.object({ skus: listOf(exact, maxSkus) }), maxSizes),
})
type ContentCard = z.output<typeof contentCard>

const amount = z.int().positive().optional().catch(undefined)

/** The public card of a product: its price and rating. */
export const publicCard = z.object({
  id: z.number(),
  name: words,
  brand: words,
  entity: words,
  pics: z.int().min(0).catch(0),
  nmReviewRating: z.number().optional().catch(undefined),
  reviewRating: z.number().optional().catch(undefined),
  sizes: listOf(z.object({ price: z.object({ product: amount, total: amount, basic: amount }) }), maxSizes),
})
type PublicCard = z.output<typeof publicCard>

/** Other public data of a product, from a file beside its photos. */
export const cardFile = z.object({
  nm_id: z.number(),
  imt_name: words,
  subj_name: words,
  vendor_code: words,
  description: words,
  selling: z.object({ brand_name: words }).catch({ brand_name: '' }),
  media: z.object({ photo_count: z.int().min(0).catch(0) }).catch({ photo_count: 0 }),
})
type CardFile = z.output<typeof cardFile>

export function itemOfContent(card: ContentCard): WildberriesItem {
  const barcodes = card.sizes.flatMap(({ skus }) => skus.map((sku) => sku.trim()))
  return {
    id: card.nmID,
    ...textsOf({ ...card, name: card.title, category: card.subjectName, article: card.vendorCode }),
    photos: card.photos.flatMap(({ big }) => photoAddress(big) ?? []).slice(0, maxItemPhotos),
    price: null,
    barcodes: [...new Set(barcodes)].filter(isBarcode).slice(0, maxBarcodes),
    rating: null,
  }
}

/** The card or the file may be missing. `host`: the host of the product's files; null: unknown. */
export function itemOfPublic(
  id: number,
  card: PublicCard | null,
  file: CardFile | null,
  host: string | null,
): WildberriesItem {
  const count = Math.min(card?.pics || file?.media.photo_count || 0, maxItemPhotos)
  return {
    id,
    ...textsOf({
      name: card?.name || file?.imt_name || '',
      brand: card?.brand || file?.selling.brand_name || '',
      category: file?.subj_name || card?.entity || '',
      article: file?.vendor_code ?? '',
      description: file?.description ?? '',
    }),
    photos:
      host === null
        ? []
        : Array.from(
            { length: count },
            (_, at) => `https://${host}${folderOf(id)}/images/big/${at + 1}.webp`,
          ),
    price: priceOf(card),
    barcodes: [],
    rating: ratingOf(card),
  }
}

const maxBarcodes = 50
const highestPrice = 100_000_000_000

const isBarcode = (sku: string): boolean => sku !== '' && findBarcodeMistake(sku) === undefined

function priceOf(card: PublicCard | null): number | null {
  const prices = (card?.sizes ?? []).flatMap(
    ({ price: { product, total, basic } }) => product ?? total ?? basic ?? [],
  )
  const lowest = Math.min(...prices)
  return lowest <= highestPrice ? lowest : null
}

function ratingOf(card: PublicCard | null): number | null {
  const rating = card?.nmReviewRating ?? card?.reviewRating ?? 0
  return rating > 0 && rating <= 5 ? rating : null
}

type Texts = Record<'name' | 'brand' | 'category' | 'article' | 'description', string>

function textsOf({ name, brand, category, article, description }: Texts) {
  return {
    name: oneLine(name, 200) || oneLine(category, 200),
    brand: oneLine(brand, 100) || null,
    category: oneLine(category, 200) || null,
    article: oneLine(article, 100) || null,
    description: cut(description.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), 5000),
  }
}

/** The text on one line, without characters that a database cannot store, as our products require. */
const oneLine = (value: string, most: number): string => cut(value.replace(/[\p{Cc}\s]+/gu, ' ').trim(), most)

// The cut may split a surrogate pair, so lone surrogates are removed.
const cut = (value: string, most: number): string =>
  value
    .trim()
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '')
    .trim()

/** Whether a host has Wildberries files. Files are fetched from no other host that an answer names. */
export const isBasket = (host: string): boolean => /^basket-\d{2,3}\.wbbasket\.ru$/.test(host)

function photoAddress(value: string): string | null {
  if (!URL.canParse(value)) return null
  const { protocol, host, username, password, pathname } = new URL(value)
  const isTheirs = protocol === 'https:' && isBasket(host) && username === '' && password === ''
  return isTheirs ? `https://${host}${pathname}` : null
}

/** The volume of a product's files, which determines their host. */
export const volumeOf = (id: number): number => Math.floor(id / 100_000)

/** The folder of a product on its file host. */
export const folderOf = (id: number): string => `/vol${volumeOf(id)}/part${Math.floor(id / 1000)}/${id}`

const longestPauseSeconds = 3600
const usualPauseSeconds = 60

/** Time until Wildberries accepts the next request, ms. */
export function pauseMs(headers: { get(name: string): string | null }): number {
  const told = Number(headers.get('x-ratelimit-retry') ?? headers.get('retry-after') ?? Number.NaN)
  const seconds = Number.isFinite(told) && told >= 0 ? Math.max(1, told) : usualPauseSeconds
  return Math.min(seconds, longestPauseSeconds) * 1000
}
