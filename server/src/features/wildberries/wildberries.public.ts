import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import { z } from 'zod'
import { LimitError } from '../../errors/errors.ts'
import type { WorkOwner } from '../../limits/fair-queue.ts'
import { pickInSlices } from '../../slices.ts'
import { type Baskets, type Files, fileAt } from './wildberries.baskets.ts'
import { readJson, UnavailableError, type WildberriesClient } from './wildberries.client.ts'
import { cardFile, folderOf, itemOfPublic, publicCard } from './wildberries.rules.ts'

/** The public site of Wildberries. It is not an official API. */
export type PublicSite = { client: WildberriesClient; url: string; files: Files; baskets: Baskets }

export const cardPath = '/cards/v4/detail'
// Parameters of a desktop browser in Moscow, because prices and the offer depend on them.
const asker = 'appType=1&curr=rub&dest=-1257786&spp=30'

// The request names one product.
const longList = { key: 'products', maxItems: 100 }
const cardsAnswer = z.object({ products: z.array(z.unknown()) })

type ItemContext = {
  owner: WorkOwner
  /** Aborts the request for the card, because a page of Wildberries may never end. */
  card: AbortSignal
  /** Aborts all requests. */
  whole: AbortSignal
}

/**
 * Finds a product on the public site; null if there is none. Requests the card and the file beside the photos
 * at the same time. Either one is enough, because the host of the card refuses some clients.
 * @throws UnavailableError, LimitError
 */
export async function findPublicItem(
  site: PublicSite,
  id: number,
  { owner, card: cardSignal, whole }: ItemContext,
): Promise<WildberriesItem | null> {
  const [card, found] = await Promise.allSettled([
    findCard(site, id, { owner, signal: cardSignal }),
    findFile(site, id, { owner, signal: whole }),
  ])
  const seen = card.status === 'fulfilled' ? card.value : null
  const { file, host } = found.status === 'fulfilled' ? found.value : { file: null, host: null }
  if (seen || file) return itemOfPublic(id, seen, file, host)
  const reasons = [card, found].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  // A request that waited in the queue in vain was never sent, so its answer is unknown. Its error goes
  // first.
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof LimitError) ?? reasons[0]
  return null
}

type RequestContext = { owner: WorkOwner; signal: AbortSignal }

async function findCard({ client, url }: PublicSite, id: number, context: RequestContext) {
  const answer = await client.ask(new URL(`${url}${cardPath}?${asker}&nm=${id}`), { key: 'card', ...context })
  if (answer.status !== 200) throw new UnavailableError(`answers ${answer.status} to everyone`)
  const { products } = await readJson(cardsAnswer, answer, longList)
  const read = await pickInSlices(products, (product) => publicCard.safeParse(product).data)
  return read.find((product) => product.id === id) ?? null
}

type Found = { file: z.output<typeof cardFile> | null; host: string | null }

async function findFile({ files, baskets }: PublicSite, id: number, context: RequestContext): Promise<Found> {
  const hosts = await baskets.hostsOf(id, context)
  for (const host of hosts) {
    const url = fileAt(files, host, `${folderOf(id)}/info/ru/card.json`)
    const answer = await files.client.ask(url, { key: host, ...context })
    if (answer.status === 404) continue
    if (answer.status !== 200) throw new UnavailableError(`answers ${answer.status} from ${host}`)
    const file = await readJson(cardFile, answer)
    if (file.nm_id === id) return { file, host }
  }
  return { file: null, host: hosts.length === 1 ? (hosts[0] ?? null) : null }
}
