import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import type { WildberriesItem } from '@artel/contract/supplies/wildberries'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { ApiError } from '../../errors/errors.ts'
import { createMedia, type MediaPlaces } from '../multimedia/multimedia.ts'
import { fileAt } from './wildberries.baskets.ts'
import { UnavailableError } from './wildberries.client.ts'
import type { Wildberries } from './wildberries.open.ts'

// Timeout for all photos, because a page waits for them. Photos that have not arrived by then are left out.
const wholeMs = 20_000

/**
 * Stores the photos of a product one after another, in order. Leaves out a photo that is broken, too large or
 * unavailable.
 * @throws ApiError upstream if no photo was stored; LimitError
 */
export async function storePhotos(
  db: Db,
  actor: Actor,
  wildberries: Wildberries,
  places: MediaPlaces,
  item: WildberriesItem,
): Promise<Multimedia[]> {
  const signal = AbortSignal.timeout(wholeMs)
  const store = async () => {
    const stored: Multimedia[] = []
    const failures: ApiError[] = []
    for (const [at, address] of item.photos.entries()) {
      try {
        const name = `${item.id}-${at + 1}.webp`
        stored.push(
          await storePhoto(db, actor, wildberries, places, { address, name, title: item.name }, signal),
        )
      } catch (error) {
        // A fault of the storage or the database would affect every photo.
        if (!isOfThePhoto(error)) throw error
        failures.push(error)
      }
    }
    if (stored.length === 0 && failures[0]) throw new UnavailableError(failures[0])
    return stored
  }
  return wildberries.photos.run(actor, store, signal)
}

const photoFaults = new Set(['upstream', 'invalid', 'too_large', 'too_many_requests'])

const isOfThePhoto = (error: unknown): error is ApiError =>
  error instanceof ApiError && photoFaults.has(error.code)

type Photo = { address: string; name: string; title: string }

async function storePhoto(
  db: Db,
  actor: Actor,
  { files }: Wildberries,
  places: MediaPlaces,
  { address, name, title }: Photo,
  signal: AbortSignal,
): Promise<Multimedia> {
  const { host, pathname } = new URL(address)
  const answer = await files.client.ask(fileAt(files, host, pathname), {
    owner: actor,
    key: host,
    signal,
  })
  if (answer.status !== 200) throw new UnavailableError(`answers ${answer.status} to a photo`)
  const received = await places.uploads.receive(Readable.from([answer.body]), name)
  try {
    const draft = { type: 'photo', path: 'products', ...(title !== '' && { name: title }) } as const
    return await createMedia(db, actor, places, draft, received)
  } finally {
    // Delete the temporary file, unless the storage has taken it.
    await rm(received.path, { force: true })
  }
}
