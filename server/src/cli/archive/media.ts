import { Readable } from 'node:stream'
import type { Uploads } from '../../http/uploads.ts'
import type { Storage } from '../../storage/storage.ts'

/**
 * Puts files beside those that are there, and settles which stay once the tables have settled. A file's name is never
 * used for another content, so those that are in both places are the same.
 */
export class MediaRestore {
  readonly #storage: Storage
  readonly #uploads: Uploads
  readonly #before = new Set<string>()
  readonly #restored = new Set<string>()

  constructor(storage: Storage, uploads: Uploads) {
    this.#storage = storage
    this.#uploads = uploads
  }

  async begin(): Promise<void> {
    for await (const key of this.#storage.list()) this.#before.add(key)
  }

  async add(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const { path } = await this.#uploads.receive(Readable.from(content), key)
    this.#restored.add(key)
    await this.#storage.put(key, path)
  }

  /** Removes what was there and is not in the archive. */
  keep(): Promise<void> {
    return this.#storage.remove([...this.#before].filter((key) => !this.#restored.has(key)))
  }

  /** Removes what was put there. */
  undo(): Promise<void> {
    return this.#storage.remove([...this.#restored].filter((key) => !this.#before.has(key)))
  }
}
