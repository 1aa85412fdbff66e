import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A folder beside the media that becomes them once all is there. */
export class MediaDraft {
  readonly #folder: string
  readonly #draft: string

  constructor(mediaDir: string) {
    this.#folder = mediaDir
    this.#draft = `${mediaDir}.restoring`
  }

  /** Also clears what an interrupted restore has left. */
  async open(): Promise<void> {
    await this.drop()
    await mkdir(this.#draft, { recursive: true })
  }

  async add(path: string, content: AsyncIterable<Buffer>): Promise<void> {
    const file = join(this.#draft, path)
    await mkdir(dirname(file), { recursive: true })
    await pipeline(content, createWriteStream(file, { flush: true }))
  }

  async takeOver(): Promise<void> {
    const replaced = `${this.#folder}.replaced`
    await rm(replaced, { recursive: true, force: true })
    if (existsSync(this.#folder)) await rename(this.#folder, replaced)
    await rename(this.#draft, this.#folder)
    await rm(replaced, { recursive: true, force: true })
  }

  drop(): Promise<void> {
    return rm(this.#draft, { recursive: true, force: true })
  }
}
