import { z } from 'zod'
import { now } from '../../clock.ts'
import type { WorkOwner } from '../../limits/fair-queue.ts'
import { exact } from '../../outside/lenient.ts'
import { readJson, UnavailableError, type WildberriesClient } from './wildberries.client.ts'
import { isBasket, volumeOf } from './wildberries.rules.ts'

/** The file hosts of Wildberries: photos and the files stored beside them. */
export type Files = { client: WildberriesClient; url: string | undefined }

export const mapHost = 'cdn.wbbasket.ru'
const mapPath = '/api/v3/upstreams'

/** URL of a Wildberries file. A proxy has a folder for each host. */
export const fileAt = ({ url }: Files, host: string, path: string): URL =>
  new URL(url ? `${url}/${host}${path}` : `https://${host}${path}`)

/**
 * The last volume of each file host, from basket-01 on. Used if the route map of Wildberries is unavailable.
 */
const lastVolumes = [
  143, 287, 431, 719, 1007, 1061, 1115, 1169, 1313, 1601, 1655, 1919, 2045, 2189, 2405, 2621, 2837, 3053,
  3269, 3485, 3701, 3917, 4133, 4349, 4565, 4877, 5189, 5501, 5813, 6125, 6437, 6749, 7061, 7373, 7685, 7997,
  8309, 8741, 9173, 9605, 10373, 11141, 11909, 12677, 13445, 14213,
]

/** Number of hosts to try after the last known one, because new hosts are added there. */
const probed = 3

const basket = (number: number): string => `basket-${String(number).padStart(2, '0')}.wbbasket.ru`

const routeMap = z.object({
  origin: z.object({
    mediabasket_route_map: z.array(
      z.object({
        hosts: z.array(z.object({ vol_range_from: z.number(), vol_range_to: z.number(), host: exact })),
      }),
    ),
  }),
})
type Range = { from: number; to: number; host: string }

const dayMs = 86_400_000
const retryMs = 600_000

/** Owner of a request, and the signal that ends it. */
type RequestContext = { owner: WorkOwner; signal: AbortSignal }

/** Finds the file host of a product. */
export class Baskets {
  readonly #files: Files
  #ranges: readonly Range[] = []
  #asksAgainAt = 0

  constructor(files: Files) {
    this.#files = files
  }

  /** The hosts that may have the files of a product, likeliest first. Only one host, if it is known. */
  async hostsOf(id: number, context: RequestContext): Promise<string[]> {
    const volume = volumeOf(id)
    await this.#refresh(context)
    const told = this.#ranges.find(({ from, to }) => from <= volume && volume <= to)
    if (told) return [told.host]
    const index = lastVolumes.findIndex((last) => volume <= last)
    if (index >= 0) return [basket(index + 1)]
    return Array.from({ length: probed }, (_, more) => basket(lastVolumes.length + 1 + more))
  }

  async #refresh(context: RequestContext): Promise<void> {
    const at = now().getTime()
    if (at < this.#asksAgainAt) return
    // Set before the request, so that concurrent calls use the current ranges.
    this.#asksAgainAt = at + retryMs
    try {
      this.#ranges = await this.#readMap(context)
      this.#asksAgainAt = at + dayMs
    } catch {
      // The ranges read before, or else the built-in table, are used.
    }
  }

  async #readMap(context: RequestContext): Promise<Range[]> {
    const answer = await this.#files.client.ask(fileAt(this.#files, mapHost, mapPath), {
      key: mapHost,
      ...context,
    })
    if (answer.status !== 200) throw new UnavailableError(`answers ${answer.status} to its map`)
    const { mediabasket_route_map: maps } = (await readJson(routeMap, answer)).origin
    return maps
      .flatMap(({ hosts }) => hosts)
      .filter(({ host }) => isBasket(host))
      .map(({ host, vol_range_from: from, vol_range_to: to }) => ({ host, from, to }))
  }
}
