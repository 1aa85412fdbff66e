import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '../errors/errors.ts'
import { type Place, type PlaceOwner, Places } from '../limits/places.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { isLeft, nameOfProcess } from '../storage/process-names.ts'

/** A file that came with a request. It is deleted after the answer, unless a storage has taken it over. */
export type ReceivedFile = {
  path: string
  /** The name that the sender gave. It is not trusted and never used as a name of a file of ours. */
  name: string
  /** Bytes. */
  size: number
  sha256: Buffer
  /** The room of the sender that the file takes, until something else counts the file. */
  room?: UploadRoom
  /** Aborted when the sender leaves before the answer, because then nobody waits for the result. */
  leaving?: AbortSignal
}

/** The room that an upload may take. */
export type UploadRoom = {
  /**
   * Call it with each piece before it is written. @throws ApiError if the room is full; then all is given
   * back
   */
  take(bytes: number): Promise<void>
  /** Gives back what was taken. Calling it more than once has no further effect. */
  release(): void
}

// Maximum files that a process writes at once. No company takes them all, and no person takes those of their
// company.
const atOnce = { all: 60, company: 20, person: 6 }
const retryAfterSeconds = 2

export type ReceiveOptions = {
  /** Finds the maximum bytes by the first ones (4 KiB, or all of a smaller file) before any is written. */
  findLimit?: (head: Buffer) => Promise<number>
  room?: UploadRoom | undefined
  leaving?: AbortSignal
}

/** Keeps files while their request is answered. */
export class Uploads {
  readonly folder: string
  readonly #places = new Places(atOnce, retryAfterSeconds)

  constructor(folder: string) {
    this.folder = folder
  }

  /** Takes a place for an upload, until the answer. @throws LimitError if too many uploads are in progress */
  enter(sender: PlaceOwner): Place {
    return this.#places.enter(sender)
  }

  /**
   * Writes a stream to a file of ours, as fast as the disk takes it. Leaves no file after a failure.
   * @throws ApiError too_large; what the room throws
   */
  async receive(
    source: AsyncIterable<Buffer>,
    name: string,
    { findLimit = async () => Number.POSITIVE_INFINITY, room, leaving }: ReceiveOptions = {},
  ): Promise<ReceivedFile> {
    const path = this.newPath()
    const hash = createHash('sha256')
    let size = 0
    async function* measured(): AsyncGenerator<Buffer> {
      const [head, rest] = await readHead(source)
      const limit = await findLimit(head)
      for await (const chunk of joined(head, rest)) {
        hash.update(chunk)
        size += chunk.length
        if (size > limit) throw new ApiError('too_large')
        await room?.take(chunk.length)
        yield chunk
      }
    }
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    try {
      await pipeline(measured, file)
    } catch (error) {
      // The source may fail while the file is being opened. The opening would create it after the removal.
      if (!file.closed) await new Promise<void>((resolve) => void file.once('close', resolve))
      await rm(path, { force: true })
      room?.release()
      throw error
    }
    return { path, name, size, sha256: hash.digest(), ...(room && { room }), ...(leaving && { leaving }) }
  }

  /** A path that no other file has. */
  newPath(): string {
    return join(this.folder, randomBytes(16).toString('hex'))
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

// Enough for the library that detects formats by their first bytes.
const headBytes = 4100

async function readHead(source: AsyncIterable<Buffer>): Promise<[head: Buffer, rest: AsyncIterator<Buffer>]> {
  const rest = source[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  for (let size = 0; size < headBytes; ) {
    const next = await rest.next()
    if (next.done) break
    chunks.push(next.value)
    size += next.value.length
  }
  return [Buffer.concat(chunks), rest]
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/**
 * Opens a folder of this process below `dataDir`, and deletes the folders that killed processes have left.
 */
export async function openUploads(dataDir: string): Promise<Uploads> {
  const all = join(dataDir, 'uploads')
  const own = nameOfProcess()
  await makeFolder(all)
  for (const name of await readdir(all)) {
    if (!openHere.has(name) && (await isLeft(join(all, name), name))) {
      await rm(join(all, name), { recursive: true, force: true })
    }
  }
  await mkdir(join(all, own), { mode: 0o700 })
  openHere.add(own)
  return new Uploads(join(all, own))
}

const openHere = new Set<string>()
