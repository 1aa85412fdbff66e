const orientationTag = 0x0112
const short = 3

/** EXIF that contains only the orientation; null for the normal orientation (1). */
export function orientationExif(orientation: number): Buffer | null {
  if (orientation === 1) return null
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 0, 'latin1')
  // The offset of the tag list, the number of tags, and the only tag. No other tag list follows.
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  exif.writeUInt16BE(short, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}

/** EXIF without tags. */
export const emptyExif = Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')
