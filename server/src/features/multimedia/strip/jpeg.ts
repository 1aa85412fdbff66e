import { orientationExif } from './exif.ts'
import type { Size } from './sizes.ts'

// ITU-T T.81, annex B, and its common extensions: JFIF, Adobe's colour segment, profiles in several segments.
const markers = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  lines: 0xdc,
  levels: 0xde,
  jfif: 0xe0,
  exif: 0xe1,
  profile: 0xe2,
  adobe: 0xee,
}
/** Bytes of a marker (2) and of the length that follows it (2). */
const headBytes = 4
const jfifBytes = 18
const adobeBytes = 16

/**
 * See `strip`. Also removes all bytes after the picture, because phones append further pictures with the same
 * EXIF, and films.
 */
export function stripJpeg(content: Buffer, orientation: number): Buffer | null {
  let jfif: Buffer | null = null
  const kept: Buffer[] = []
  for (const { marker, segment, scan } of segmentsIn(content)) {
    if (marker === markers.jfif) jfif ??= bareJfif(segment)
    else if (marker === markers.adobe) kept.push(...bareAdobe(segment))
    else if (draws(marker) || isProfile(segment)) kept.push(segment)
    if (scan) kept.push(scan)
  }
  const exif = orientationExif(orientation)
  return Buffer.concat([
    content.subarray(0, 2),
    ...(jfif ? [jfif] : []),
    ...(exif ? [exifSegment(exif)] : []),
    ...kept,
  ])
}

/** See `sizesIn`: of each frame, and of the frame with the number of lines that follows a scan. */
export function* jpegSizes(content: Buffer): Iterable<Size> {
  let width = 0
  for (const { marker, segment } of segmentsIn(content)) {
    if (isFrame(marker)) {
      width = Math.max(width, segment.readUInt16BE(headBytes + 3))
      yield { width: segment.readUInt16BE(headBytes + 3), height: segment.readUInt16BE(headBytes + 1) }
    } else if (marker === markers.lines) yield { width, height: segment.readUInt16BE(headBytes) }
  }
}

/** Frames of each kind, and the frame of all levels. 0xC4, 0xC8 and 0xCC in between are no frames. */
const isFrame = (marker: number): boolean =>
  marker === markers.levels || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))

/** `scan`: the pixels that follow the segment. */
type Segment = { marker: number; segment: Buffer; scan?: Buffer }

/** The segments to the end of the picture. @throws RangeError if one ends outside the file */
function* segmentsIn(content: Buffer): Iterable<Segment> {
  for (let at = 2; ; ) {
    at = content.indexOf(0xff, at)
    const marker = content[at + 1]
    // The file has no end marker. The decoder decides later whether it is readable.
    if (at < 0 || marker === undefined) return
    if (marker === 0xff) at += 1
    else if (marker === markers.eoi) return yield { marker, segment: content.subarray(at, at + 2) }
    else if (standsAlone(marker)) at += 2
    else {
      const end = at + 2 + content.readUInt16BE(at + 2)
      if (end < at + headBytes || end > content.length) throw new RangeError('a segment ends elsewhere')
      const segment = content.subarray(at, end)
      at = marker === markers.sos ? endOfScan(content, end) : end
      yield marker === markers.sos
        ? { marker, segment, scan: content.subarray(end, at) }
        : { marker, segment }
    }
  }
}

/** Markers without a length: 0x01 (TEM), restarts, start and end of the image. 0x00 is not a marker. */
const standsAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= markers.eoi)

/** Segments that draw the picture: frames, tables, scans, line counts and restart intervals. */
const draws = (marker: number): boolean => marker >= 0xc0 && marker <= 0xdf

const isProfile = (segment: Buffer): boolean =>
  segment[1] === markers.profile && segment.toString('latin1', headBytes, headBytes + 12) === 'ICC_PROFILE\0'

/** JFIF without its thumbnail, because the thumbnail may show parts that were cropped later. */
function bareJfif(segment: Buffer): Buffer | null {
  if (segment.length < jfifBytes || segment.toString('latin1', headBytes, headBytes + 5) !== 'JFIF\0')
    return null
  const bare = Buffer.from(segment.subarray(0, jfifBytes))
  bare.writeUInt16BE(jfifBytes - 2, 2)
  bare.fill(0, jfifBytes - 2)
  return bare
}

/** Adobe's segment is kept, because it tells how the colours are coded. */
function bareAdobe(segment: Buffer): Buffer[] {
  if (segment.length < adobeBytes || segment.toString('latin1', headBytes, headBytes + 5) !== 'Adobe')
    return []
  const bare = Buffer.from(segment.subarray(0, adobeBytes))
  bare.writeUInt16BE(adobeBytes - 2, 2)
  return [bare]
}

function exifSegment(exif: Buffer): Buffer {
  const name = Buffer.from('Exif\0\0', 'latin1')
  const head = Buffer.from([0xff, markers.exif, 0, 0])
  head.writeUInt16BE(2 + name.length + exif.length, 2)
  return Buffer.concat([head, name, exif])
}

/** Offset of the next marker after a scan. In a scan 0xFF is followed by 0x00, a restart or another 0xFF. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0; at = content.indexOf(0xff, at)) {
    const next = content[at + 1] ?? 0
    if (next === 0xff) at += 1
    else if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2
    else return at
  }
  return content.length
}
