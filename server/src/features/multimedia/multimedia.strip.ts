import { stripAvif } from './multimedia.strip-avif.ts'
import { stripGif } from './multimedia.strip-gif.ts'
import { stripJpeg } from './multimedia.strip-jpeg.ts'
import { stripPng } from './multimedia.strip-png.ts'
import { stripWebp } from './multimedia.strip-webp.ts'

/** By the names that the decoder has for the formats. */
const strippers: Record<string, (content: Buffer, orientation: number) => Buffer | null> = {
  jpeg: stripJpeg,
  png: stripPng,
  webp: stripWebp,
  gif: stripGif,
  heif: stripAvif,
}

/**
 * The photo without its metadata, which may tell the place, the camera and the person. What draws the picture stays as it
 * is, with its colour profile; of EXIF the orientation alone. Each format keeps the parts that it names and no others, so
 * that nothing new comes through. @returns null where the photo is not built as its format says
 */
export function strip(format: string, content: Buffer, orientation = 1): Buffer | null {
  try {
    return strippers[format]?.(content, orientation) ?? null
  } catch (error) {
    // A number of the file that leads out of the file.
    if (error instanceof RangeError) return null
    throw error
  }
}
