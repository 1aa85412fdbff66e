import { FairQueue, type QueueOwner } from './fair-queue.ts'

/** A text as it is, and compressed. All answers share the bytes. */
export type FixedText = { plain: Buffer; packed: Buffer }

/** Bytes of both forms that a process keeps. The text that was asked for least recently goes first. */
const mostBytes = 32 * 1_048_576

/** Texts that are read at the same moment. Each may take a connection to the database. */
const limits = {
  ...{ running: 4, runningOfCompany: 2, runningOfPerson: 1 },
  ...{ waitingOfPerson: 30, waitingOfCompany: 300 },
}

/** Texts that never change under their name: each is read and compressed once, and then kept. */
export class FixedTexts {
  readonly #pack: (text: Buffer, owner: QueueOwner) => Promise<Buffer>
  readonly #mostBytes: number
  readonly #kept = new Map<string, FixedText>()
  readonly #coming = new Map<string, Promise<FixedText>>()
  readonly #reading = new FairQueue(limits)
  #bytes = 0

  constructor(pack: (text: Buffer, owner: QueueOwner) => Promise<Buffer>, most = mostBytes) {
    this.#pack = pack
    this.#mostBytes = most
  }

  /**
   * @param read finds the text of this name
   * @throws LimitError where too much of the owner waits, and what `read` throws, which is not kept
   */
  find(name: string, owner: QueueOwner, read: () => Promise<string | Buffer>): Promise<FixedText> {
    const kept = this.#kept.get(name)
    if (kept) {
      // Taken out and put in again, it is the youngest of the map.
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
      if (this.#bytes <= this.#mostBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= sizeOf({ plain, packed })
    }
  }
}

const sizeOf = ({ plain, packed }: FixedText): number => plain.length + packed.length
