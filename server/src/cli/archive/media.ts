import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import { assertKey, draftOf, keyOf, wholeOf } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { FileDigest } from './digest.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { compareMedia, readArchive } from './unpack.ts'

type Note = (key: string) => Promise<void>

/**
 * Puts restored files beside the existing ones. No existing file changes before the tables are committed: a
 * file of the archive with the name of an existing one and other content waits as its incomplete copy. A file
 * name is never reused, so one of the two is damaged or forged, and only the committed tables decide which.
 */
export class MediaRestore {
  readonly #storage: Storage
  readonly #uploads: Uploads
  readonly #before = new Set<string>()
  /** The keys that rows of the archive name. */
  #named: ReadonlySet<string> = new Set()
  readonly #added: string[] = []
  readonly #staged: string[] = []

  constructor(storage: Storage, uploads: Uploads) {
    this.#storage = storage
    this.#uploads = uploads
  }

  /**
   * Adds the files of the archive to the storage, except those whose keys are not in `named`. Call it when the tables
   * can no longer be refused.
   * @param note stores a key before its file is added, so that the file can be found if the process is killed
   * @throws ArchiveError
   */
  async add(archive: string, manifest: Manifest, named: ReadonlySet<string>, note: Note): Promise<void> {
    this.#named = named
    for await (const key of this.#storage.list()) this.#before.add(key)
    // The archive may have changed since it was checked.
    const digest = new FileDigest()
    const seen = new Set<string>()
    for await (const entry of readArchive(archive)) {
      if (entry.kind === 'manifest') return compareMedia(digest, manifest)
      if (entry.kind === 'rows') continue
      const { key, size, content } = entry
      digest.begin(key, size)
      if (!named.has(key)) {
        for await (const chunk of content) digest.add(chunk)
        continue
      }
      if (seen.has(key)) throw new ArchiveError(`it holds ${key} more than once`)
      seen.add(key)
      await this.#addFile(key, digested(content, digest), note)
    }
  }

  async #addFile(key: string, content: AsyncIterable<Buffer>, note: Note): Promise<void> {
    const file = await this.#uploads.receive(Readable.from(content), key)
    try {
      if (!this.#before.has(key)) {
        this.#added.push(key)
        await note(key)
        await this.#storage.put(key, file.path)
      } else if (!(await this.#hasSame(key, file))) {
        this.#staged.push(key)
        await note(draftOf(key))
        await this.#storage.stage(key, file.path)
      }
    } finally {
      await rm(file.path, { force: true })
    }
  }

  /** A file that cannot be read is not the same. */
  async #hasSame(key: string, { size, sha256 }: ReceivedFile): Promise<boolean> {
    const stored = await this.#storage.open(key)
    if (stored?.size !== size) {
      await stored?.close()
      return false
    }
    const hash = createHash('sha256')
    try {
      for await (const chunk of await stored.read()) hash.update(chunk)
    } catch {
      return false
    }
    return hash.digest().equals(sha256)
  }

  /**
   * Call it after the commit: puts the staged files in their places and removes the previous files that no
   * row of the archive names, unless they are no strays. Repeating the whole restore completes what has failed.
   * @throws the first failure, after all other files are done
   */
  async keep(isStray: (key: string) => Promise<boolean>): Promise<void> {
    const failures: unknown[] = []
    for (const key of this.#staged) {
      await this.#storage.finish(key).catch((error) => failures.push(error))
    }
    const unneeded: string[] = []
    for (const key of this.#before) if (await this.#isUnneeded(key, isStray)) unneeded.push(key)
    await this.#storage.remove(unneeded).catch((error) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  async #isUnneeded(key: string, isStray: (key: string) => Promise<boolean>): Promise<boolean> {
    if (this.#named.has(key)) return false
    const { companyId, file } = assertKey(wholeOf(key))
    // The restored row names the file, but not this smaller copy of it.
    if (this.#named.has(keyOf(companyId, file))) return true
    return isStray(key)
  }

  /** The keys of the incomplete copies that `keep` puts in their places. */
  stagedKeys(): string[] {
    return this.#staged.map(draftOf)
  }

  /** The keys of the files that no file had before. */
  addedKeys(): readonly string[] {
    return this.#added
  }

  /** Removes the files that the restore added. @throws the first failure, after all others are removed */
  undo(): Promise<void> {
    return this.#storage.remove([...this.#added, ...this.stagedKeys()])
  }
}

async function* digested(content: AsyncIterable<Buffer>, digest: FileDigest): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digest.add(chunk)
    yield chunk
  }
}
