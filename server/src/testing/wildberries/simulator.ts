import type { WildberriesSettings } from '../../settings.ts'
import { type Card, type ContentHost, startContent } from './content.ts'
import { type Host, type Reply, startHost } from './host.ts'

type CardHost = Host & { products: Map<number, object> }
type FilesHost = Host & {
  /** The key is the host and the path. */
  files: Map<string, object | Buffer>
}

/**
 * The part of Wildberries that Artel uses: the API for sellers, the public card, and the file hosts behind a
 * proxy.
 */
export type WildberriesSimulator = {
  settings: WildberriesSettings
  content: ContentHost
  card: CardHost
  files: FilesHost
  /** Restores the initial state. */
  reset(): void
  close(): Promise<void>
}

const mapPath = '/cdn.wbbasket.ru/api/v3/upstreams'

const notFound: Reply = { status: 404, headers: { 'content-type': 'text/html' }, body: '404 page not found' }

export async function startWildberries(): Promise<WildberriesSimulator> {
  const products = new Map<number, object>()
  const files = new Map<string, object | Buffer>()
  const content = await startContent()
  const card = await startHost(({ path, query }) => {
    // Older versions of the address no longer answer.
    if (path !== '/cards/v4/detail') return notFound
    const ids = (query.get('nm') ?? '').split(';').map(Number)
    const found = ids.flatMap((id) => products.get(id) ?? [])
    return { body: { state: 0, products: query.get('dest') ? found : [] } }
  })
  const cdn = await startHost(({ path }) => {
    const body = files.get(path)
    const type = Buffer.isBuffer(body) ? 'image/webp' : 'application/json'
    return body === undefined ? notFound : { headers: { 'content-type': type, etag: '"1"' }, body }
  })
  const hosts = [content, card, cdn]
  return {
    settings: { asksPublic: true, contentUrl: content.url, cardUrl: card.url, cdnUrl: cdn.url },
    content,
    card: Object.assign(card, { products }),
    files: Object.assign(cdn, { files }),
    reset: () => {
      for (const kept of [products, files, content.tokens]) kept.clear()
      content.isLimited = false
      for (const host of hosts) Object.assign(host, { mood: 'well', delayMs: 0, asked: [], maxOpen: 0 })
    },
    close: async () => void (await Promise.all(hosts.map((host) => host.close()))),
  }
}

/** A card of a set of towels, as its seller sees it. */
export const cardOf = (nmID: number, fields: Partial<Card> = {}): Card => ({
  nmID,
  vendorCode: `UY-${nmID}`,
  title: 'Набор полотенец «Уют»',
  brand: 'Зотова Дом',
  subjectName: 'Полотенца банные',
  description: 'Три махровых полотенца, 70 × 140 см.',
  photos: [1, 2].map((number) => ({ big: photoOf(nmID, number) })),
  sizes: [{ techSize: '0', skus: ['4600000000015'] }],
  updatedAt: '2026-11-20T06:00:00Z',
  ...fields,
})

/** The same set in the public card. */
export const productOf = (id: number, fields: object = {}): object => ({
  id,
  root: 1,
  brand: 'Зотова Дом',
  name: 'Набор полотенец «Уют»',
  entity: 'полотенца',
  pics: 2,
  reviewRating: 4.8,
  feedbacks: 31,
  sizes: [
    { name: '', price: { basic: 250_000, product: 129_900, logistics: 0, return: 0 } },
    { name: 'sold out' },
  ],
  ...fields,
})

/** The same set in the file beside its photos. */
export const fileOf = (nm_id: number, fields: object = {}): object => ({
  imt_id: 1,
  nm_id,
  imt_name: 'Набор полотенец «Уют»',
  subj_name: 'Полотенца банные',
  vendor_code: `UY-${nm_id}`,
  description: 'Три махровых полотенца.',
  selling: { brand_name: 'Зотова Дом', supplier_id: 7 },
  media: { photo_count: 2 },
  ...fields,
})

/** The host that the published table names for the volume of 146972802. */
const basketHost = 'basket-10.wbbasket.ru'

const folderOf = (id: number): string => `/vol${Math.floor(id / 100_000)}/part${Math.floor(id / 1000)}/${id}`

export const photoOf = (id: number, number: number, host = basketHost): string =>
  `https://${host}${folderOf(id)}/images/big/${number}.webp`

/** The path of a Wildberries file behind the proxy. */
export const pathOf = (address: string): string => address.replace('https:/', '')

export const filePathOf = (id: number, host = basketHost): string =>
  `/${host}${folderOf(id)}/info/ru/card.json`

/**
 * Publishes the route map of Wildberries, with hosts beyond the table and hosts that do not belong to
 * Wildberries.
 */
export function addRoutes({ files }: WildberriesSimulator, hosts: readonly object[]): void {
  files.files.set(mapPath, {
    origin: { mediabasket_route_map: [{ method: 'range', hosts }] },
    recommend: { mediabasket_route_map: [{ method: 'range', hosts: [] }] },
  })
}
