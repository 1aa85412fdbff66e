import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

// pg supports COPY but leaves the streams to other packages. Its types omit these three methods.
type Connection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * The output of a `copy … to stdout`. Each chunk ends at the end of a line. The connection pauses while
 * nobody reads.
 */
export function copyOut(client: pg.Client, statement: string): Readable {
  return client.query(new CopyOut(statement))
}

class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined

  constructor(statement: string) {
    super({ highWaterMark: 1024 * 1024 })
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because the driver reuses the buffer.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.push(null)
    // Nobody reads further, so the next statement would wait for its answer forever.
    this.#connection?.stream.resume()
  }

  handleError(error: Error): void {
    this.destroy(error)
    this.#connection?.stream.resume()
  }
}

/** Sends `source` to a `copy … from stdin`. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, source, (error) => (error ? reject(error) : resolve())))
  })
}

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #end: (error?: Error) => void
  #isOver = false

  constructor(statement: string, source: AsyncIterable<Buffer>, end: (error?: Error) => void) {
    this.#statement = statement
    this.#source = source
    this.#end = end
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: Connection): void {
    this.#send(connection).catch((error: Error) => {
      connection.sendCopyFail('the source failed')
      // Reported first, because the server's answer to the failed copy says less.
      this.handleError(error)
    })
  }

  async #send(connection: Connection): Promise<void> {
    for await (const chunk of this.#source) {
      if (this.#isOver) return
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#end()
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.#end(error)
  }
}
