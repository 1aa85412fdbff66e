import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ApiError, LimitError } from './errors.ts'

/** A file that came with a request. It is gone with the answer, unless a storage has taken it over. */
export type ReceivedFile = {
  path: string
  /** As its sender calls it: not to be believed, and not to be used as a name of a file of ours. */
  name: string
  /** Bytes. */
  size: number
  sha256: Buffer
}

/** A place among those who may send files now; it is given back with the answer. */
export type UploadPlace = { release(): void }

// A process writes so many files at once, and one person's phone cannot take all of that.
const mostAtOnce = 40
const mostOfOne = 6

/** Where files lie while their request is answered. */
export class Uploads {
  readonly folder: string
  readonly #open = new Map<string, number>()
  #count = 0

  constructor(folder: string) {
    this.folder = folder
  }

  /** @throws LimitError where too many are on their way, of all or of this sender */
  enter(sender: string): UploadPlace {
    const own = this.#open.get(sender) ?? 0
    if (this.#count >= mostAtOnce || own >= mostOfOne) throw new LimitError(2)
    this.#count += 1
    this.#open.set(sender, own + 1)
    let isHeld = true
    return {
      release: () => {
        if (!isHeld) return
        isHeld = false
        this.#count -= 1
        const left = (this.#open.get(sender) ?? 1) - 1
        if (left > 0) this.#open.set(sender, left)
        else this.#open.delete(sender)
      },
    }
  }

  /**
   * Writes a stream to a file of ours, as fast as the disk takes it. Nothing is left where it fails.
   * @param findLimit the most bytes, told by the first ones (4 KiB, or all of a smaller file) before any is written
   * @throws ApiError too_large
   */
  async receive(
    source: AsyncIterable<Buffer>,
    name: string,
    findLimit: (head: Buffer) => Promise<number> = async () => Number.POSITIVE_INFINITY,
  ): Promise<ReceivedFile> {
    const path = this.newPath()
    const hash = createHash('sha256')
    let size = 0
    async function* measured(): AsyncGenerator<Buffer> {
      const [head, rest] = await takeHead(source)
      const limit = await findLimit(head)
      for await (const chunk of joined(head, rest)) {
        hash.update(chunk)
        size += chunk.length
        if (size > limit) throw new ApiError('too_large')
        yield chunk
      }
    }
    try {
      await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { path, name, size, sha256: hash.digest() }
  }

  /** A path that nobody else has. */
  newPath(): string {
    return join(this.folder, randomBytes(16).toString('hex'))
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
  }
}

// Enough for the library that tells formats by their first bytes.
const headBytes = 4100

async function takeHead(source: AsyncIterable<Buffer>): Promise<[head: Buffer, rest: AsyncIterator<Buffer>]> {
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

/** Opens a folder of this process's own below `dataDir`, and clears what processes that were killed have left. */
export async function openUploads(dataDir: string): Promise<Uploads> {
  const all = join(dataDir, 'uploads')
  const own = `${hostname()}.${process.pid}.${randomBytes(6).toString('hex')}`
  await mkdir(all, { recursive: true })
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
const dayMs = 86_400_000

async function isLeft(path: string, name: string): Promise<boolean> {
  const [, host, pid = ''] = /^(.+)\.(\d+)\.\w+$/.exec(name) ?? []
  if (host === hostname()) return Number(pid) === process.pid || !isAlive(Number(pid))
  // Of a machine that shares the folder nothing is known but when it last wrote there.
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > dayMs
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, but is another's.
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a failed system call
  }
}
