import { avifSizes } from './avif-sizes.ts'
import { gifSizes } from './gif.ts'
import { jpegSizes } from './jpeg.ts'
import { pngSizes } from './strip-png.ts'
import { webpSizes } from './webp.ts'

/** In pixels. */
export type Size = { width: number; height: number }

/** Keys are the decoder's names of the formats. */
const readers: Record<string, (content: Buffer) => Iterable<Size>> = {
  jpeg: jpegSizes,
  png: pngSizes,
  webp: webpSizes,
  gif: gifSizes,
  heif: avifSizes,
}

/**
 * Every size that a stripped photo declares: of its picture, canvas, frames, tracks, parts and codec data. The
 * decoder of the server reads one picture, but browsers may draw another one of the same file.
 * @returns null if the photo does not follow its format
 */
export function sizesIn(format: string, content: Buffer): Size[] | null {
  try {
    return [...(readers[format]?.(content) ?? [])]
  } catch (error) {
    // An offset or a length points outside the file.
    if (error instanceof RangeError) return null
    throw error
  }
}
