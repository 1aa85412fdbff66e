import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { MultimediaDraft, StoredVariants } from '@artel/contract/multimedia/multimedia'
import { photoFormats, photoLimit, videoFormats } from '@artel/contract/multimedia/multimedia.kinds'
import type { Draft } from '../../database/db.ts'
import { ApiError, fieldError } from '../../errors/errors.ts'
import type { ReceivedFile, Uploads } from '../../files/uploads.ts'
import type { Person } from '../../person.ts'
import { keyOf } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import { readPhoto, type StrippedFile, type VariantImage } from './multimedia.photos.ts'
import { cleanName } from './multimedia.rules.ts'
import { readVideo } from './videos/videos.ts'

type FileDraft = Extract<MultimediaDraft, { type: 'photo' | 'video' }>

/** A media row without its creator and time, and the smaller copies to store with its file. */
export type ReadMedia = {
  row: Omit<Draft<'multimedia'>, 'created_by' | 'created_at' | 'file'> & { file: string }
  images: readonly VariantImage[]
}

/**
 * Reads a file that this person has uploaded. Its bytes tell its format, not the name or type that the client
 * sent.
 * @throws ApiError 413; 422 at `file`; LimitError
 */
export async function readMedia(
  draft: FileDraft,
  received: ReceivedFile,
  person: Person,
): Promise<ReadMedia> {
  if (received.size === 0) throw fieldError('file', 'required')
  if (draft.type === 'photo' && received.size > photoLimit) throw new ApiError('too_large')
  const format = await findFormat(received.path)
  const formats = draft.type === 'photo' ? photoFormats : videoFormats
  if (!format || !(format in formats)) {
    throw fieldError('file', draft.type === 'photo' ? 'bad_photo' : 'bad_video')
  }
  const file = `${makeName()}.${format}`
  const { type, path } = draft
  const name = draft.name ?? cleanName(received.name, file)
  const row = { type, path, file, name }
  const { images, ...content } = await readContent(type, received, format, person)
  return { row: { ...row, ...content, is_stripped: true }, images }
}

/** What is read from a file. */
type Content = Pick<ReadMedia['row'], 'size' | 'sha256' | 'width' | 'height' | 'duration' | 'variants'> &
  Pick<ReadMedia, 'images'>

/** Removes the metadata of a file and reads the rest. @throws ApiError 422 at `file`; LimitError */
export async function readContent(
  type: FileDraft['type'],
  { path, size, sha256, leaving }: ReceivedFile,
  format: string,
  person: Person,
): Promise<Content> {
  const as = (stripped: StrippedFile | null) =>
    stripped ? { size: stripped.size, sha256: Buffer.from(stripped.sha256, 'hex') } : { size, sha256 }
  if (type === 'video') {
    const { stripped, ...said } = await readVideo(path, format)
    return { ...as(stripped), ...said, images: [] }
  }
  const { width, height, variants, stripped } = await readPhoto(path, person, leaving)
  return { ...as(stripped), width, height, variants: describe(variants), images: variants }
}

/** Size of a disk block, bytes. The database function `media_bytes` rounds to the same size. */
const blockBytes = 4096
const inBlocks = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** Bytes that a file and its smaller copies take in the storage, in whole disk blocks. */
export const bytesOf = ({ row, images }: ReadMedia): number =>
  images.reduce((sum, { content }) => sum + inBlocks(content.length), inBlocks(row.size ?? 0))

/**
 * Time limit for storing a file with its smaller copies, ms. A bucket that accepts a few bytes a minute would
 * keep an upload for days otherwise. The largest video takes this long at 1.8 Mbit/s.
 */
export const maxStoreMs = 2_400_000

/** Moves the file and its smaller copies into the storage. @throws StorageUnavailableError */
export async function putMedia(
  storage: Storage,
  uploads: Uploads,
  companyId: number,
  { row, images }: { row: Pick<ReadMedia['row'], 'file'>; images: readonly VariantImage[] },
  received: Pick<ReceivedFile, 'path'>,
): Promise<void> {
  const signal = AbortSignal.timeout(maxStoreMs)
  for (const { variant, content } of images) {
    const path = uploads.newPath()
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
      await storage.put(keyOf(companyId, row.file, variant), path, signal)
    } finally {
      await rm(path, { force: true })
    }
  }
  await storage.put(keyOf(companyId, row.file), received.path, signal)
}

const describe = (images: readonly VariantImage[]): StoredVariants =>
  Object.fromEntries(
    images.map(({ variant, content, sha256 }) => [variant, { size: content.length, sha256 }]),
  )

// Other extensions of the same formats: animated PNG, and MP4 from Apple's store.
const aliases: Record<string, string> = { apng: 'png', m4v: 'mp4' }

/** The file extension that matches the first bytes of a file, or undefined. */
async function findFormat(path: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  // The library also parses formats that can be malformed, and throws on such a file.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found && (aliases[found.ext] ?? found.ext)
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** 160 random bits, in lower-case letters and digits, which every file system distinguishes. */
export const makeName = (): string => [...randomBytes(32)].map((byte) => letters[byte % 32]).join('')
