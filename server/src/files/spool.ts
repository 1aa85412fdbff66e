import { type FileHandle, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Maximum bytes of disk that one spool takes, more than nearly every file has. */
const defaultCapacity = 64 * 1024 * 1024
/** Bytes that are written or read at once. */
const pieceBytes = 256 * 1024

/**
 * Buffers a source in a file. Reads the source as fast as the disk takes the data, however slow the reader
 * is, so that the source can soon close what it has open. The file is a ring: if the source is longer than
 * the capacity, the writing waits for the reader. The file is unlinked as soon as it is open, so that nothing
 * of it remains after a crash.
 */
export class Spool extends Readable {
  readonly #file: FileHandle
  readonly #source: Readable
  readonly #capacity: number
  #written = 0
  #taken = 0
  #isWhole = false
  #isWanted = false
  #isReading = false
  /** Resumes the writing once there is room. */
  #onRoom = () => {}
  #idleSince: number | null = null

  private constructor(file: FileHandle, source: Readable, capacity: number) {
    super({ highWaterMark: pieceBytes })
    this.#file = file
    this.#source = source
    this.#capacity = capacity
    this.#writeAll().catch((error: Error) => this.destroy(error))
  }

  /** @param path where no file exists yet */
  static async open(path: string, source: Readable, capacity = defaultCapacity): Promise<Spool> {
    // An error before the source is read would have no listener. Reading rejects with the same error.
    source.on('error', () => undefined)
    const file = await open(path, 'wx+', 0o600)
    await rm(path)
    return new Spool(file, source, capacity)
  }

  /**
   * Since when the reader has not taken the available data, in ms of `performance.now`; null: it waits for
   * more.
   */
  get idleSince(): number | null {
    return this.#idleSince
  }

  async #writeAll(): Promise<void> {
    for await (const chunk of this.#source) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array) // a file's source has both
      for (let at = 0; at < bytes.length; ) at += await this.#writePiece(bytes.subarray(at, at + pieceBytes))
    }
    this.#isWhole = true
    await this.#serve()
  }

  /** @returns bytes written, fewer than the piece if the ring ends before */
  async #writePiece(piece: Uint8Array): Promise<number> {
    const at = this.#written % this.#capacity
    const length = Math.min(piece.length, this.#capacity - at)
    while (this.#written + length - this.#taken > this.#capacity && !this.destroyed) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve
      })
    }
    if (this.destroyed) throw new Error('The reader has gone')
    const { bytesWritten } = await this.#file.write(piece, 0, length, at)
    this.#written += bytesWritten
    void this.#serve()
    return bytesWritten
  }

  override _read(): void {
    this.#isWanted = true
    this.#idleSince = null
    void this.#serve()
  }

  async #serve(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      // A push may request more data at once.
      while (this.#isWanted && !this.destroyed) {
        const piece = await this.#readPiece()
        if (piece === null && !this.#isWhole) break
        this.#isWanted = false
        this.#idleSince = performance.now()
        this.push(piece)
      }
    } catch (error) {
      this.destroy(error as Error) // the file system throws nothing else
    } finally {
      this.#isReading = false
    }
  }

  async #readPiece(): Promise<Buffer | null> {
    const at = this.#taken % this.#capacity
    const length = Math.min(pieceBytes, this.#written - this.#taken, this.#capacity - at)
    if (length === 0) return null
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, at)
    this.#taken += bytesRead
    this.#onRoom()
    return buffer.subarray(0, bytesRead)
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#source.destroy()
    this.#onRoom()
    // Closing waits for the write or read in progress.
    this.#file.close().then(
      () => callback(error),
      (failure: Error) => callback(error ?? failure),
    )
  }
}
