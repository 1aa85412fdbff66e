const orientationTag = 0x0112
const short = 3

/** EXIF that says how the photo was held and nothing else; null for one that was held upright. */
export function orientationExif(orientation: number): Buffer | null {
  if (orientation === 1) return null
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 0, 'latin1')
  // Where the list of tags begins, how many there are, then the one; nothing follows.
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  exif.writeUInt16BE(short, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}

/** EXIF that says nothing. */
export const emptyExif = Buffer.from('MM\0*\0\0\0\x08\0\0\0\0\0\0', 'latin1')
