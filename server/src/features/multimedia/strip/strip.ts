import { stripAvif } from './avif.ts'
import { stripGif } from './gif.ts'
import { stripJpeg } from './jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './webp.ts'

/** Keys are the decoder's names of the formats. */
const strippers: Record<string, (content: Buffer, orientation: number) => Buffer | null> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
  heif: stripAvif,
}

/**
 * Removes the metadata of a photo, which may tell the place, the camera and the person. Keeps the parts that
 * draw the picture, its colour profile and the orientation from EXIF. Each format keeps only the parts that
 * it lists, so that unknown parts are removed.
 * @returns null if the photo does not follow its format
 */
export function strip(format: string, content: Buffer, orientation = 1): Buffer | null {
  try {
    return strippers[format]?.(content, orientation) ?? null
  } catch (error) {
    // An offset or a length points outside the file.
    if (error instanceof RangeError) return null
    throw error
  }
}
