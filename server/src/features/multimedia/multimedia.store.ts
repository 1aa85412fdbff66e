import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { MultimediaDraft, StoredVariants } from '@artel/contract/multimedia'
import { photoFormats, photoLimit, videoFormats } from '@artel/contract/multimedia.kinds'
import type { Draft } from '../../database/db.ts'
import { ApiError, fieldError } from '../../http/errors.ts'
import type { Person } from '../../http/fair-queue.ts'
import type { ReceivedFile, Uploads } from '../../http/uploads.ts'
import type { Storage } from '../../storage/storage.ts'
import { readPhoto, type StrippedFile, type VariantImage } from './multimedia.photos.ts'
import { cleanName, keyOf } from './multimedia.rules.ts'
import { readVideo } from './multimedia.videos.ts'

type FileDraft = Extract<MultimediaDraft, { type: 'photo' | 'video' }>

/** A row but for who made it, and what else is to be stored of its file. */
export type ReadMedia = {
  row: Omit<Draft<'multimedia'>, 'created_by' | 'created_at' | 'file'> & { file: string }
  images: readonly VariantImage[]
}

/**
 * Looks into a file of this person: it is what its bytes say, whatever its sender says.
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

/** What a file holds. */
type Content = Pick<ReadMedia['row'], 'size' | 'sha256' | 'width' | 'height' | 'duration' | 'variants'> &
  Pick<ReadMedia, 'images'>

/** Removes the metadata of a file, and looks into what is left. @throws ApiError 422 at `file`; LimitError */
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

/** Bytes of a block of a disk; `media_bytes` of the database counts in the same. */
const blockBytes = 4096
const inBlocks = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** What will be stored of it. */
export const bytesOf = ({ row, images }: ReadMedia): number =>
  images.reduce((sum, { content }) => sum + inBlocks(content.length), inBlocks(row.size ?? 0))

/** Gives the file and its smaller copies to the storage. */
export async function putMedia(
  storage: Storage,
  uploads: Uploads,
  companyId: number,
  { row, images }: { row: Pick<ReadMedia['row'], 'file'>; images: readonly VariantImage[] },
  received: Pick<ReceivedFile, 'path'>,
): Promise<void> {
  for (const { variant, content } of images) {
    const path = uploads.newPath()
    try {
      await writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })
      await storage.put(keyOf(companyId, row.file, variant), path)
    } finally {
      await rm(path, { force: true })
    }
  }
  await storage.put(keyOf(companyId, row.file), received.path)
}

const describe = (images: readonly VariantImage[]): StoredVariants =>
  Object.fromEntries(
    images.map(({ variant, content, sha256 }) => [variant, { size: content.length, sha256 }]),
  )

// The same thing under another name: with animation, or from Apple's shop.
const aliases: Record<string, string> = { apng: 'png', m4v: 'mp4' }

/** The ending that the first bytes of a file deserve, or undefined. */
async function findFormat(path: string): Promise<string | undefined> {
  const { fileTypeFromFile } = await import('file-type')
  // It also reads formats that can be malformed, and then throws.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  return found && (aliases[found.ext] ?? found.ext)
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** 160 random bits in letters that every file system tells apart. */
export const makeName = (): string => [...randomBytes(32)].map((byte) => letters[byte % 32]).join('')
