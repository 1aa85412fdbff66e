import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Call } from '@artel/contract/call'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { ApiError, fieldError } from '../errors.ts'
import { checkGate } from '../gate.ts'
import { onceOver } from '../once-over.ts'
import { type Place, placeOwner } from '../places.ts'
import type { ReceivedFile, Uploads } from '../uploads.ts'
import { decodeUtf8 } from './decode-utf8.ts'
import { limitByFields } from './file-limit.ts'
import type { Pair } from './form.ts'
import type { BodyLimits } from './limits.ts'
import { countPieces, PiecesError } from './pieces.ts'

/** The files of a request by the names of their fields. */
export class ReceivedFiles {
  readonly byName = new Map<string, ReceivedFile>()
  place: Place | undefined

  /** Removes what nobody has taken over. To be called once, when the request is over. */
  async discard(): Promise<void> {
    for (const { path, room } of this.byName.values()) {
      await rm(path, { force: true })
      room?.release()
    }
    this.place?.release()
  }
}

/** What came in a multipart body, the fields as they were sent. */
export type Form = { pairs: Pair[]; files: ReceivedFiles }

/** Each part costs the parser some thirty times as much as a field of a form. */
const mostParts = 2000

/**
 * Reads a multipart body. Whoever may not make `call`, the one of the path that takes files, is refused before a byte
 * of one is written.
 * @param leaving aborted when the sender leaves before the answer
 * @throws ApiError bad_request; too_large; 401, 403; 422
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
    await reader.read(Math.min(limits.values, mostParts))
    return reader.form
  } catch (error) {
    await reader.stop()
    if (!(error instanceof PiecesError)) leaveUnread(request)
    throw readingError(error)
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
  /** Bytes of files that were taken so far. */
  #fileBytes = 0
  /** Bytes of names and heads, and those of files that were read ahead. */
  readonly #mostAround: number
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
    this.#mostAround = call ? readAhead : 2 * longestHead
  }

  async read(most: number): Promise<void> {
    const parser = openParser(this.#request, most)
    let fail: (error: unknown) => void = () => undefined
    const failed = new Promise<never>((_, reject) => {
      fail = reject
    })
    failed.catch(() => undefined) // it may come when nobody waits any more
    for (const limit of ['partsLimit', 'filesLimit'] as const) {
      parser.on(limit, () => fail(new ApiError('too_large')))
    }
    parser.on('error', fail)
    // The types promise a name for each part and each file; the parser leaves out those that are not there.
    parser.on('file', (name: string | undefined, stream: BusboyFileStream, filename: string | undefined) => {
      const part = this.#takePart(name ?? '', stream, filename)
      part.catch(fail)
      this.#parts.push(part)
    })
    const finished = once(parser, 'finish')
    finished.catch(() => undefined) // its error has come above
    const feeding = this.#feed(parser)
    feeding.catch(() => undefined) // nor may anybody wait for its end
    // A body of no bytes is a form without fields; to the parser it would be one that was cut off.
    if ((await Promise.race([failed, feeding])) === 0) return
    parser.end()
    await Promise.race([failed, finished])
    await Promise.all(this.#parts)
  }

  /** Ends what is still read, and removes its files. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    for (const stream of this.#streams) stream.destroy(new ApiError('bad_request'))
    await Promise.allSettled(this.#parts)
    await this.form.files.discard()
  }

  /** Gives the parser what comes, as fast as the parts are read. @returns bytes */
  #feed(parser: BusboyInstance): Promise<number> {
    const { raw } = this.#request
    let size = 0
    const count = countPieces(this.#request)
    const write = async (chunk: Buffer) => {
      count(chunk)
      for (const piece of piecesOf(chunk)) {
        size += piece.length
        // Names, heads and what lies around the parts count as well.
        if (size - this.#fileBytes > this.#limits.bytes + this.#mostAround) throw new ApiError('too_large')
        await nextTurn()
        if (!parser.write(piece)) await once(parser, 'drain', { signal: this.#stopped.signal })
      }
    }
    // Who has left already is told of by nothing that comes.
    if (raw.destroyed) return Promise.reject(new ApiError('bad_request'))
    return new Promise((resolve, reject) => {
      let writing = Promise.resolve()
      const take = (chunk: Buffer) => {
        raw.pause()
        writing = write(chunk).then(() => void (this.#stopped.signal.aborted || raw.resume()))
        writing.catch(reject)
      }
      // The last chunk of what has come already is followed by the end at once, paused or not.
      const end = () => void writing.then(() => resolve(size), reject)
      const leave = () => raw.readableEnded || reject(new ApiError('bad_request'))
      raw.on('data', take).once('end', end).once('error', reject).once('close', leave)
      this.#stopped.signal.addEventListener('abort', () => raw.off('data', take))
    })
  }

  async #takePart(name: string, stream: Readable, filename: string | undefined): Promise<void> {
    this.#streams.add(stream)
    stream.on('error', () => undefined) // whoever reads it is told, if anybody does
    // The parser puts a sign in the place of what is no UTF-8.
    if (name.includes('\ufffd')) throw new ApiError('bad_request')
    if (name.length > longestName) throw fieldError(name, 'unknown_field')
    if (filename === undefined) await this.#takeField(name, stream)
    else await this.#takeFile(name, stream, filename)
    this.#streams.delete(stream)
  }

  async #takeField(name: string, stream: Readable): Promise<void> {
    const pair: Pair = [name, '']
    // Now, because the next part may be read before the text of this one is whole.
    this.form.pairs.push(pair)
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      this.#size += chunk.length
      if (this.#size > this.#limits.bytes) throw new ApiError('too_large')
      this.#request.holdBytes(chunk.length)
      chunks.push(chunk)
    }
    pair[1] = decodeUtf8(Buffer.concat(chunks))
  }

  async *#counted(stream: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
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
    // Their texts may not be whole yet.
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
      // Fields, too, come as bytes: the parser would put a sign in the place of what is no UTF-8.
      isPartAFile: () => true,
      limits: { files: most, parts: most, headerSize: longestHead, headerPairs: 20 },
    })
  } catch {
    throw new ApiError('bad_request')
  }
}

const longestName = 200
/** Bytes of the head of a part; a name of a file takes most of it. */
const longestHead = 16_384
/** Bytes of a file that were read and not yet taken. */
const readAhead = 262_144

const delimiter = Buffer.from('\r\n--')
const partsOfTurn = 50
const bytesOfTurn = 65_536

let turns = Promise.resolve()

/** Resolves in a turn of the event loop that no other piece of any form has: many forms at once make nobody wait. */
function nextTurn(): Promise<void> {
  turns = turns.then(() => setImmediate())
  return turns
}

/** Cuts a chunk so that the parser finds no more than some parts at once, and others have their turn in between. */
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

// The parser's own errors, about a form that is cut or malformed, have no code; those of our disk name what it was
// asked.
function readingError(error: unknown): unknown {
  const { syscall } = error as NodeJS.ErrnoException // read as an unknown: it may be missing
  return error instanceof ApiError || syscall !== undefined ? error : new ApiError('bad_request')
}

const lingerMs = 10_000

// A browser reads the refusal once it has sent all; who has much more to send is cut off.
function leaveUnread({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  timer.unref()
  onceOver(raw, () => clearTimeout(timer))
}
