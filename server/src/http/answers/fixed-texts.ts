import { FairQueue, type QueueOwner } from '../../limits/fair-queue.ts'

/** A text, uncompressed and compressed. All answers share the bytes. */
export type FixedText = { plain: Buffer; packed: Buffer }

/** Maximum bytes of both forms that a process keeps. The least recently used text is deleted first. */
const maxBytes = 32 * 1_048_576

/** Limits of texts that are read at the same moment. Each may take a connection to the database. */
const limits = {
  running: 4,
  runningOfCompany: 2,
  runningOfPerson: 1,
  waitingOfPerson: 30,
  waitingOfCompany: 300,
}

/** Caches texts that never change under their name. Reads and compresses each text once. */
export class FixedTexts {
  readonly #pack: (text: Buffer, owner: QueueOwner) => Promise<Buffer>
  readonly #maxBytes: number
  readonly #kept = new Map<string, FixedText>()
  readonly #coming = new Map<string, Promise<FixedText>>()
  readonly #reading = new FairQueue(limits)
  #bytes = 0

  constructor(pack: (text: Buffer, owner: QueueOwner) => Promise<Buffer>, most = maxBytes) {
    this.#pack = pack
    this.#maxBytes = most
  }

  /**
   * @param read reads the text of this name
   * @throws LimitError if too many texts of the owner wait; what `read` throws. An error is not cached
   */
  find(name: string, owner: QueueOwner, read: () => Promise<string | Buffer>): Promise<FixedText> {
    const kept = this.#kept.get(name)
    if (kept) {
      // Deleting and inserting the text makes it the youngest of the map.
      this.#kept.delete(name)
      this.#kept.set(name, kept)
      return Promise.resolve(kept)
    }
    return this.#coming.get(name) ?? this.#begin(name, owner, read)
  }

  #begin(name: string, owner: QueueOwner, read: () => Promise<string | Buffer>): Promise<FixedText> {
    const coming = this.#reading.run(owner, async () => {
      const plain = Buffer.from(await read())
      const made = { plain, packed: await this.#pack(plain, owner) }
      this.#keep(name, made)
      return made
    })
    this.#coming.set(name, coming)
    const end = () => void this.#coming.delete(name)
    coming.then(end, end)
    return coming
  }

  #keep(name: string, text: FixedText): void {
    this.#kept.set(name, text)
    this.#bytes += sizeOf(text)
    for (const [oldest, { plain, packed }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= sizeOf({ plain, packed })
    }
  }
}

const sizeOf = ({ plain, packed }: FixedText): number => plain.length + packed.length
