import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import { FairQueue } from '../../limits/fair-queue.ts'
import { openHttpClient } from '../../outside/outside.ts'
import type { WildberriesSettings } from '../../settings.ts'
import { Baskets, type Files, mapHost } from './wildberries.baskets.ts'
import { WildberriesClient } from './wildberries.client.ts'
import { type ContentApi, contentPath } from './wildberries.content.ts'
import { Items } from './wildberries.items.ts'
import { cardPath, type PublicSite } from './wildberries.public.ts'
import { isBasket } from './wildberries.rules.ts'

/** The clients of Wildberries, and the cache of this process. */
export type Wildberries = {
  content: ContentApi
  /** Null: the operator allows no requests to addresses that are not an official API. */
  site: PublicSite | null
  files: Files
  items: Items<WildberriesItem>
  /** Queue of photo downloads. */
  photos: FairQueue
  close(): Promise<void>
}

const megabyte = 1_000_000
// Requests to each Wildberries service. Few may wait, because an answer must come within seconds.
const places = {
  running: 6,
  runningOfCompany: 4,
  runningOfPerson: 3,
  waitingOfPerson: 6,
  waitingOfCompany: 12,
}
/** All photos of a product are one entry of the queue. */
const photoPlaces = {
  running: 3,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 2,
  waitingOfCompany: 4,
}

export function openWildberries({
  asksPublic,
  contentUrl,
  cardUrl,
  cdnUrl,
}: WildberriesSettings): Wildberries {
  const content = {
    url: contentUrl ?? 'https://content-api.wildberries.ru',
    client: doorTo(contentUrl ?? 'https://content-api.wildberries.ru', contentPath, contentUrl !== undefined),
  }
  const card = cardUrl ?? 'https://card.wb.ru'
  const site = { url: card, client: doorTo(card, cardPath, cardUrl !== undefined) }
  const files = {
    url: cdnUrl,
    client: new WildberriesClient(openHttpClient({ ...filesRules, ...whereFilesAre(cdnUrl) })),
  }
  const clients = [content.client, site.client, files.client]
  return {
    content,
    site: asksPublic ? { ...site, files, baskets: new Baskets(files) } : null,
    files,
    items: new Items(500, 600_000),
    photos: new FairQueue(photoPlaces),
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  }
}

/** Opens a client that may request one address of a service. */
function doorTo(base: string, path: string, isNamedByOperator: boolean): WildberriesClient {
  const only = new URL(base + path)
  return new WildberriesClient(
    openHttpClient({
      places,
      timeoutMs: 5000,
      maxBytes: 5 * megabyte,
      allows: ({ origin, pathname }) => origin === only.origin && pathname === only.pathname,
      isNamedByOperator,
    }),
  )
}

const filesRules = { places, timeoutMs: 10_000, maxBytes: 10 * megabyte }

const whereFilesAre = (cdnUrl: string | undefined) =>
  cdnUrl === undefined
    ? {
        allows: ({ host }: URL) => host === mapHost || isBasket(host),
        isNamedByOperator: false,
      }
    : {
        allows: ({ href }: URL) => href.startsWith(`${cdnUrl}/`),
        isNamedByOperator: true,
      }
