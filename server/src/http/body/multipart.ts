import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Call } from '@artel/contract/call'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { checkGate } from '../../access/gate.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import { type Place, placeOwner } from '../../limits/places.ts'
import { onceOver } from '../connections/once-over.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { limitByFields } from './file-limit.ts'
import type { Pair } from './form.ts'
import type { BodyLimits } from './limits.ts'
import { countPieces, PiecesError } from './pieces.ts'

/** The files of a request by the names of their fields. */
export class ReceivedFiles {
  readonly byName = new Map<string, ReceivedFile>()
  place: Place | undefined

  /** Removes the files that nobody has taken over, when the request is over. Calling it again has no effect. */
  async discard(): Promise<void> {
    try {
      for (const { path } of this.byName.values()) await rm(path, { force: true })
    } finally {
      for (const { room } of this.byName.values()) room?.release()
      this.place?.release()
    }
  }
}

/** The content of a multipart body, with the fields as they were sent. */
export type Form = { pairs: Pair[]; files: ReceivedFiles }

/**
 * Parts of a form at most, because a part costs the parser about thirty times as much as a field of a
 * urlencoded form.
 */
const maxParts = 2000

/**
 * Reads a multipart body. A sender who may not make `call`, the only call of the path that takes files, is
 * refused before any byte of a file is written.
 * @param leaving aborted when the sender leaves before the answer
 * @throws ApiError bad_request for a malformed form and for one that is cut off; too_large; 401, 403; 422; errors of
 * the disk and of the database
 */
export async function readMultipart(
  request: FastifyRequest,
  uploads: Uploads,
  call: Call | undefined,
  limits: BodyLimits,
  leaving: AbortSignal,
): Promise<Form> {
  const reader = new FormReader(request, uploads, call, limits, leaving)
  try {
    await reader.read(Math.min(limits.values, maxParts))
    return reader.form
  } catch (error) {
    await reader.stop()
    if (!(error instanceof PiecesError)) leaveUnread(request)
    throw error
  }
}

class FormReader {
  readonly form: Form = { pairs: [], files: new ReceivedFiles() }
  readonly #request: FastifyRequest
  readonly #uploads: Uploads
  readonly #call: Call | undefined
  readonly #limits: BodyLimits
  readonly #leaving: AbortSignal
  readonly #streams = new Set<Readable>()
  readonly #parts: Promise<void>[] = []
  /** Bytes of the fields so far. */
  #size = 0
  /** Bytes of files that were consumed so far. */
  #fileBytes = 0
  /** Maximum bytes of names and part heads, together with file bytes that were read ahead. */
  readonly #maxAround: number
  readonly #stopped = new AbortController()

  constructor(
    request: FastifyRequest,
    uploads: Uploads,
    call: Call | undefined,
    limits: BodyLimits,
    leaving: AbortSignal,
  ) {
    this.#limits = limits
    this.#leaving = leaving
    this.#request = request
    this.#uploads = uploads
    this.#call = call
    this.#maxAround = call ? readAhead : 2 * longestHead
  }

  async read(most: number): Promise<void> {
    const parser = openParser(this.#request, most)
    let fail: (error: unknown) => void = () => undefined
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    failed.catch(() => undefined) // it may reject when nobody awaits it any more
    for (const limit of ['partsLimit', 'filesLimit'] as const) {
      parser.on(limit, () => fail(new ApiError('too_large')))
    }
    parser.on('error', () => fail(malformed()))
    // The types promise a name for each part and each file, but the parser omits missing names.
    parser.on('file', (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
      const part = this.#takePart(name ?? '', stream, filename)
      part.catch(fail)
      this.#parts.push(part)
    })
    const finished = once(parser, 'finish')
    finished.catch(() => undefined) // the listener above handles its error
    const feeding = this.#feed(parser)
    feeding.catch(() => undefined) // it may also reject when nobody awaits it any more
    // A body of zero bytes is a form without fields, but the parser would report that it was cut off.
    if ((await Promise.race([failed, feeding])) === 0) return
    parser.end()
    await Promise.race([failed, finished])
    await Promise.all(this.#parts)
  }

  /** Stops the reading of all parts and removes their files. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const stream of this.#streams) stream.destroy(malformed())
    await Promise.allSettled(this.#parts)
    await this.form.files.discard()
  }

  /** Passes the body to the parser, as fast as the parts are read. @returns bytes of the body */
  #feed(parser: BusboyInstance): Promise<number> {
    const { raw } = this.#request
    let size = 0
    const count = countPieces(this.#request)
    const write = async (chunk: Buffer) => {
      count(chunk)
      for (const piece of piecesOf(chunk)) {
        size += piece.length
        // Names, part heads and the bytes around the parts count too.
        if (size - this.#fileBytes > this.#limits.bytes + this.#maxAround) throw new ApiError('too_large')
        await nextTurn()
        // The sender may have left while this piece waited for its turn.
        this.#stopped.signal.throwIfAborted()
        if (!parser.write(piece)) await once(parser, 'drain', { signal: this.#stopped.signal })
      }
    }
    // A request whose client has already left emits no more events.
    if (raw.destroyed) return Promise.reject(malformed())
    return new Promise((resolve, reject) => {
      let writing = Promise.resolve()
      const take = (chunk: Buffer) => {
        raw.pause()
        writing = write(chunk).then(() => void (this.#stopped.signal.aborted || raw.resume()))
        writing.catch(reject)
      }
      // The end follows the last buffered chunk at once, even if the request is paused.
      const end = () => void writing.then(() => resolve(size), reject)
      const cut = () => reject(malformed())
      const leave = () => raw.readableEnded || cut()
      raw.on('data', take).once('end', end).once('error', cut).once('close', leave)
      this.#stopped.signal.addEventListener('abort', () => raw.off('data', take))
    })
  }

  async #takePart(name: string, stream: Readable, filename: string | undefined): Promise<void> {
    stream.on('error', () => undefined) // a reader of the stream gets the error, if there is one
    // Nobody ends a part that begins after the stop, so it would keep its place for good.
    this.#stopped.signal.throwIfAborted()
    this.#streams.add(stream)
    // The parser replaces bytes that are not UTF-8 by this character.
    if (name.includes('\ufffd')) throw malformed()
    if (name.length > longestName) throw fieldError(name, 'unknown_field')
    if (filename === undefined) await this.#takeField(name, stream)
    else await this.#takeFile(name, stream, filename)
    this.#streams.delete(stream)
  }

  async #takeField(name: string, stream: Readable): Promise<void> {
    const pair: Pair = [name, '']
    // Add the pair now, because the next part may be read before the text of this one is complete.
    this.form.pairs.push(pair)
    const chunks: Buffer[] = []
    for await (const chunk of bytesOf(stream)) {
      this.#size += chunk.length
      if (this.#size > this.#limits.bytes) throw new ApiError('too_large')
      this.#request.holdBytes(chunk.length)
      chunks.push(chunk)
    }
    pair[1] = decodeUtf8(Buffer.concat(chunks))
  }

  async *#counted(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of bytesOf(stream)) {
      this.#fileBytes += chunk.length
      yield chunk
    }
  }

  async #takeFile(name: string, stream: Readable, filename: string): Promise<void> {
    const rule = this.#call && Object.hasOwn(this.#call.files, name) ? this.#call.files[name] : undefined
    if (!this.#call || !rule) throw fieldError(name, 'unknown_field')
    const { session } = this.#request
    checkGate(this.#call, session.actor)
    const { pairs, files } = this.form
    const before = [...pairs]
    // The texts of earlier fields may not be complete yet.
    await Promise.all(this.#parts)
    const findLimit = limitByFields(rule, name, before, session.actor)
    if (files.byName.has(name)) throw fieldError(name, 'one_file')
    files.place ??= this.#uploads.enter(placeOwner(this.#request))
    const room = this.#request.openRoom?.(name)
    const options = { findLimit, room, leaving: this.#leaving }
    const received = await this.#uploads.receive(this.#counted(stream), filename, options)
    files.byName.set(name, received)
  }
}

/** @throws ApiError bad_request for a type without a boundary */
function openParser({ headers }: FastifyRequest, most: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders, // a multipart body has a type
      // Read fields as bytes too, because the parser would replace bytes that are not UTF-8.
      isPartAFile: () => true,
      limits: { files: most, parts: most, headerSize: longestHead, headerPairs: 20 },
    })
  } catch {
    throw malformed()
  }
}

/** The form is malformed or cut off. */
const malformed = () => new ApiError('bad_request')

/** The bytes of a part. A stream of the parser fails only because of the form. @throws ApiError bad_request */
async function* bytesOf(part: Readable): AsyncGenerator<Buffer> {
  try {
    yield* part
  } catch {
    throw malformed()
  }
}

const longestName = 200
/** Bytes of the head of a part. A file name takes most of it. */
const longestHead = 16_384
/** Bytes of a file that were read and not yet consumed. */
const readAhead = 262_144

const delimiter = Buffer.from('\r\n--')
const partsOfTurn = 50
const bytesOfTurn = 65_536

let turns = Promise.resolve()

/**
 * Resolves in its own turn of the event loop, which no other piece of any form shares, so that many forms at
 * once do not delay other requests.
 */
function nextTurn(): Promise<void> {
  turns = turns.then(() => setImmediate())
  return turns
}

/**
 * Splits a chunk so that the parser finds a limited number of parts in a turn, and other work runs in
 * between.
 */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length; ) {
    const end = endOfTurn(chunk.subarray(start, start + bytesOfTurn))
    yield chunk.subarray(start, start + end)
    start += end
  }
}

function endOfTurn(bytes: Buffer): number {
  let at = 0
  for (let count = 0; count < partsOfTurn; count += 1) {
    at = bytes.indexOf(delimiter, at + 1)
    if (at < 0) return bytes.length
  }
  return at
}

const lingerMs = 10_000

// A browser reads the refusal only after it has sent the whole body. A client that takes too long is cut off.
function leaveUnread({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  timer.unref()
  onceOver(raw, () => clearTimeout(timer))
}
