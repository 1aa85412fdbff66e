import { createHash } from 'node:crypto'
import { open as openFile, readFile } from 'node:fs/promises'
import { type PhotoVariant, photoVariants } from '@artel/contract/multimedia/multimedia.kinds'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { hasTooManyChunks } from './strip/png.ts'
import { type Size, sizesIn } from './strip/sizes.ts'
import { strip } from './strip/strip.ts'

const maxMegapixels = 50
const maxFrames = 300
const maxSeconds = 20
/** Interval at which the process checks its own memory, ms. Its memory can grow by some MB per ms. */
const lookEveryMs = 10

export type VariantImage = { variant: PhotoVariant; content: Buffer; sha256: string }
/** A file whose metadata were removed. */
export type StrippedFile = { size: number; sha256: string }
/** `stripped`: null if there was nothing to remove; then the file is unchanged. */
export type ReadPhoto = {
  width: number
  height: number
  variants: VariantImage[]
  stripped: StrippedFile | null
}

type Fault = { key: 'broken_photo' } | { key: 'photo_pixels' | 'photo_frames'; values: { maximum: number } }

type Answer =
  | { kind: 'read'; photo: ReadPhoto }
  | { kind: 'refused'; fault: Fault }
  | { kind: 'failed'; stack: string }
/** The answer of the process for one photo; `rss`: memory of the process after it, bytes. */
export type PhotoAnswer = Answer & { rss: number }

class PhotoError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.key)
    this.fault = fault
  }
}

/**
 * Removes the metadata of a photo, decodes the rest and makes its smaller copies, rotated by its orientation.
 */
async function read(path: string): Promise<ReadPhoto> {
  if (await hasTooManyChunks(path)) refuseBroken()
  // Reads only the headers, without the pixel limit, because with it a large photo would be reported as
  // broken.
  const { width, height, format, orientation } = await checkSize(open(path, { limitInputPixels: false }))
  const content = await readFile(path)
  const bare = strip(format, content, orientation) ?? refuseBroken()
  for (const size of sizesIn(format, bare) ?? refuseBroken()) checkPixels(size)
  const stripped = bare.equals(content) ? null : await writeBare(path, bare)
  const largest = await decode(open(path))
  const variants: VariantImage[] = []
  for (const [variant, side] of Object.entries(photoVariants) as [PhotoVariant, number][]) {
    // The cast is safe, because the keys of this object are the variants.
    const fitted = largest().resize(side, side, { fit: 'inside', withoutEnlargement: true })
    const content = await fitted.webp({ quality: 80, effort: 3 }).toBuffer()
    variants.push({ variant, content, sha256: createHash('sha256').update(content).digest('hex') })
  }
  return { width, height, variants, stripped }
}

/**
 * Overwrites the file in place, because only its reader uses it until it is stored. If the write fails, so
 * does the request, whose end deletes the file.
 */
async function writeBare(path: string, bare: Buffer): Promise<StrippedFile> {
  const file = await openFile(path, 'r+')
  try {
    await file.writeFile(bare)
    await file.truncate(bare.length)
    await file.sync()
  } finally {
    await file.close()
  }
  return { size: bare.length, sha256: createHash('sha256').update(bare).digest('hex') }
}

type Shape = { width: number; height: number; format: string; orientation?: number | undefined }

async function checkSize(image: Sharp): Promise<Shape> {
  const { autoOrient, pages = 1, format, orientation } = await image.metadata().catch(refuseBroken)
  const { width, height } = autoOrient
  checkPixels(autoOrient)
  if (pages > maxFrames) throw new PhotoError({ key: 'photo_frames', values: { maximum: maxFrames } })
  return { width, height, format, orientation }
}

function checkPixels({ width, height }: Size): void {
  if (width * height > maxMegapixels * 1_000_000)
    throw new PhotoError({ key: 'photo_pixels', values: { maximum: maxMegapixels } })
}

/** Decodes the file once, in the size of its largest copy. The smaller copies are made from this one. */
async function decode(image: Sharp): Promise<() => Sharp> {
  const { large } = photoVariants
  const { data, info } = await image
    .autoOrient()
    .toColourspace('srgb')
    .resize(large, large, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .timeout({ seconds: maxSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseBroken)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return () => open(data, { raw })
}

function refuseBroken(): never {
  throw new PhotoError({ key: 'broken_photo' })
}

const open = (input: string | Buffer, more?: SharpOptions): Sharp =>
  sharp(input, { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error', ...more })

sharp.cache(false)
sharp.concurrency(1)
// Allows only photo formats, because the library can also decode SVG, PDF and formats that nobody maintains.
sharp.block({ operation: ['VipsForeignLoad'] })
const photos = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile']
sharp.unblock({ operation: photos.map((name) => `VipsForeignLoad${name}`) })

async function answer(path: string): Promise<Answer> {
  try {
    return { kind: 'read', photo: await read(path) }
  } catch (error) {
    if (error instanceof PhotoError) return { kind: 'refused', fault: error.fault }
    return { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) }
  }
}

const maxBytes = Number(process.argv[2])
// Nothing else limits the decoder's own memory. The decoder works in threads, so this timer fires on time.
setInterval(() => {
  if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL')
}, lookEveryMs).unref()

process.on('message', async (path: string) => {
  const answered = { ...(await answer(path)), rss: process.memoryUsage.rss() }
  process.send?.(answered satisfies PhotoAnswer)
})
// The parent process has ended or closed the channel.
process.on('disconnect', () => process.exit())
