import { Readable } from 'node:stream'
import type { Uploads } from '../../http/uploads.ts'
import type { Storage } from '../../storage/storage.ts'

/**
 * Adds restored files to the existing ones. After the tables are committed or rolled back, the unneeded files
 * are removed. A file name is never reused for other content, so files with equal names are equal.
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

  /** Removes the previous files that are not in the archive. */
  keep(): Promise<void> {
    return this.#storage.remove([...this.#before].filter((key) => !this.#restored.has(key)))
  }

  /** Removes the files that the restore added. @throws the first failure, after all others are removed */
  undo(): Promise<void> {
    return this.#storage.remove([...this.#restored].filter((key) => !this.#before.has(key)))
  }
}
