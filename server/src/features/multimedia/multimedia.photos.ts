import { createHash } from 'node:crypto'
import { type PhotoVariant, photoVariants } from '@artel/contract/multimedia.kinds'
import type { Sharp, SharpOptions } from 'sharp'
import { fieldError } from '../../http/errors.ts'
import { hasTooManyChunks } from './multimedia.png.ts'

const mostMegapixels = 50
const mostFrames = 300
const mostSeconds = 20
/** Each decodes into up to 200 MB. */
const mostAtOnce = 2

export type VariantImage = { variant: PhotoVariant; content: Buffer; sha256: string }
export type ReadPhoto = { width: number; height: number; variants: VariantImage[] }

/**
 * Decodes a photo and draws its smaller copies, turned as it was held and without what the camera wrote beside it.
 * Works outside of the event loop, two photos at a time. @throws ApiError 422 at `file`
 */
export function readPhoto(path: string): Promise<ReadPhoto> {
  return inTurn(async () => {
    const open = await loadSharp()
    if (await hasTooManyChunks(path)) refuseBroken()
    // Only the headers are read here: with the limit of pixels a large photo would count as broken.
    const { width, height } = await checkSize(open(path, { limitInputPixels: false }))
    const largest = await decode(open(path))
    const variants: VariantImage[] = []
    for (const [variant, side] of Object.entries(photoVariants) as [PhotoVariant, number][]) {
      // Its keys are the variants.
      const fitted = largest.open().resize(side, side, { fit: 'inside', withoutEnlargement: true })
      const content = await fitted.webp({ quality: 80, effort: 3 }).toBuffer()
      variants.push({ variant, content, sha256: createHash('sha256').update(content).digest('hex') })
    }
    return { width, height, variants }
  })
}

async function checkSize(image: Sharp): Promise<{ width: number; height: number }> {
  const { autoOrient, pages = 1 } = await image.metadata().catch(refuseBroken)
  const { width, height } = autoOrient
  if (width * height > mostMegapixels * 1_000_000) {
    throw fieldError('file', 'photo_pixels', { maximum: mostMegapixels })
  }
  if (pages > mostFrames) throw fieldError('file', 'photo_frames', { maximum: mostFrames })
  return { width, height }
}

/** The photo in the size of its largest copy, of which the others are made: the file is decoded once. */
async function decode(image: Sharp): Promise<{ open(): Sharp }> {
  const { large } = photoVariants
  const { data, info } = await image
    .autoOrient()
    .toColourspace('srgb')
    .resize(large, large, { fit: 'inside', withoutEnlargement: true })
    .raw()
    .timeout({ seconds: mostSeconds })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseBroken)
  const open = await loadSharp()
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return { open: () => open(data, { raw }) }
}

function refuseBroken(): never {
  throw fieldError('file', 'broken_photo')
}

type OpenImage = (input: string | Buffer, more?: SharpOptions) => Sharp

let loading: Promise<OpenImage> | undefined

// Its library is large, and only who takes photos needs it.
function loadSharp(): Promise<OpenImage> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    // Nothing but photos is decoded: it could also draw SVG, PDF and formats that nobody looks after.
    sharp.block({ operation: ['VipsForeignLoad'] })
    const photos = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile']
    sharp.unblock({ operation: photos.map((name) => `VipsForeignLoad${name}`) })
    return (input, more) =>
      sharp(input, { limitInputPixels: mostMegapixels * 1_000_000, failOn: 'error', ...more })
  })
  return loading
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await new Promise<void>((resume) => waiting.push(resume))
  else running += 1
  try {
    return await work()
  } finally {
    // The place is handed on, so that nobody new comes in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
