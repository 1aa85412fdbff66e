import { rm } from 'node:fs/promises'
import type { Call } from '@artel/contract/call'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError, fieldError } from './errors.ts'
import { checkGate } from './gate.ts'
import type { ReceivedFile, UploadPlace, Uploads } from './uploads.ts'

export const bodyLimit = 1_048_576

/** What came in a multipart body, the fields as they were sent. */
export type Form = { pairs: [string, string][]; files: ReceivedFiles }

/** The files of a request by the names of their fields. */
export class ReceivedFiles {
  readonly byName = new Map<string, ReceivedFile>()
  place: UploadPlace | undefined

  /** Removes what nobody has taken over. To be called once, when the request is over. */
  async discard(): Promise<void> {
    for (const { path } of this.byName.values()) await rm(path, { force: true })
    this.place?.release()
  }
}

/**
 * Reads a multipart body. `call` is the one of the path that takes files, where there is one; whoever may not call it
 * is refused before a byte of a file is written.
 */
export async function readMultipart(
  request: FastifyRequest,
  uploads: Uploads,
  call: Call | undefined,
): Promise<Form> {
  const form: Form = { pairs: [], files: new ReceivedFiles() }
  let size = 0
  const limits = { fileSize: largestOf(call) }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        await takeFile(request, uploads, call, part, form.files)
        continue
      }
      if (part.fieldnameTruncated || part.valueTruncated) throw new ApiError('too_large')
      const value = String(part.value)
      size += value.length
      if (size > bodyLimit) throw new ApiError('too_large')
      form.pairs.push([part.fieldname, value])
    }
  } catch (error) {
    await form.files.discard()
    leaveUnread(request)
    throw readingError(error)
  }
  return form
}

const largestOf = (call: Call | undefined): number =>
  Math.max(0, ...Object.values(call?.files ?? {}).map((rule) => rule?.maxBytes ?? 0))

async function takeFile(
  request: FastifyRequest,
  uploads: Uploads,
  call: Call | undefined,
  part: MultipartFile,
  files: ReceivedFiles,
): Promise<void> {
  const rule = call?.files[part.fieldname]
  if (!call || !rule) throw fieldError(part.fieldname, 'unknown_field')
  const { actor } = request.session
  checkGate(call, actor)
  if (files.byName.has(part.fieldname)) throw fieldError(part.fieldname, 'one_file')
  files.place ??= uploads.enter(actor ? `${actor.companyId} ${actor.userId}` : request.ip)
  const file = await uploads.receive(part.file, part.filename)
  files.byName.set(part.fieldname, file)
  if (part.file.truncated || file.size > rule.maxBytes) throw new ApiError('too_large')
}

// The parser's own errors about a form that is cut or malformed have no code; those about limits have, and those of
// our disk name what it was asked.
function readingError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException // read as an unknown: both may be missing
  // A name that every object has; which it was is not told.
  if (code === 'FST_PROTO_VIOLATION') return new ApiError('invalid')
  const isTold = error instanceof ApiError || code?.startsWith('FST_') || syscall !== undefined
  return isTold ? error : new ApiError('bad_request')
}

const lingerMs = 10_000

// A browser reads the refusal once it has sent all; who has much more to send is cut off.
function leaveUnread(request: FastifyRequest): void {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), lingerMs)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}
