import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { box, words } from './media.ts'

export const takenFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type TakenFormat = (typeof takenFormats)[number]

/** The text in every metadata field that a format has. */
export const writtenWord = 'Nevsky-28-serial-4711'
/** The latitude as EXIF writes it: 59° 55' 43". */
const place = { GPSLatitudeRef: 'N', GPSLatitude: '59/1 55/1 43/1', GPSLongitudeRef: 'E' }
/** The bytes of that latitude in little-endian and big-endian order. */
const placeBytes = [
  Buffer.from([59, 0, 0, 0, 1, 0, 0, 0, 55, 0, 0, 0, 1, 0, 0, 0, 43, 0, 0, 0, 1, 0, 0, 0]),
  Buffer.from([0, 0, 0, 59, 0, 0, 0, 1, 0, 0, 0, 55, 0, 0, 0, 1, 0, 0, 0, 43, 0, 0, 0, 1]),
]

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:City="${writtenWord}"/></rdf:RDF></x:xmpmeta>
  <?xpacket end="w"?>`

/**
 * A photo as a phone takes it, 48 × 32 pixels before rotation: with a colour profile, the place, a serial
 * number and texts.
 */
export async function takenPhoto(format: TakenFormat, orientation = 1): Promise<Buffer> {
  const raw = { width: 48, height: 32, channels: 3 as const }
  const plain = await sharp(randomBytes(48 * 32 * 3), { raw })
    .withIccProfile('p3')
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { Make: writtenWord, Copyright: writtenWord },
      IFD2: { BodySerialNumber: writtenWord, UserComment: writtenWord },
      IFD3: place,
    })
    .withXmp(xmp)
    .toFormat(format)
    .toBuffer()
  return writers[format](plain)
}

const word = Buffer.from(writtenWord)

const writers: Record<TakenFormat, (plain: Buffer) => Buffer> = {
  jpeg: (plain) =>
    Buffer.concat([
      plain.subarray(0, 2),
      segment(0xe0, Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01'), Buffer.alloc(3)])),
      segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), word])),
      segment(0xed, Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04'), word])),
      segment(0xe2, Buffer.concat([Buffer.from('MPF\0'), word])),
      segment(0xe5, word),
      segment(0xfe, word),
      // Some cameras add fill bytes before the next segment.
      Buffer.from([0xff, 0xff]),
      plain.subarray(2),
      // A second picture after the first, with all the metadata again.
      plain,
      word,
    ]),
  png: (plain) =>
    Buffer.concat([
      plain.subarray(0, 33),
      pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), word])),
      pngChunk('zTXt', Buffer.concat([Buffer.from('Raw profile type iptc\0\0'), deflateSync(word)])),
      pngChunk('iTXt', Buffer.concat([Buffer.from('Description\0\0\0\0\0'), word])),
      pngChunk('tIME', Buffer.from([7, 234, 1, 2, 3, 4, 5])),
      pngChunk('caBX', word),
      plain.subarray(33),
      word,
    ]),
  webp: (plain) => {
    const content = Buffer.concat([plain.subarray(8), riffChunk('META', word), riffChunk('NAME', word)])
    const head = Buffer.from('RIFF\0\0\0\0')
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content, word])
  },
  avif: (plain) =>
    Buffer.concat([plain, box('uuid', Buffer.alloc(16), word), box('mpvd', word), box('free', word)]),
  gif: (plain) => {
    const start = 13 + ((plain[10] ?? 0) & 0x80 ? 3 * 2 ** (((plain[10] ?? 0) & 7) + 1) : 0)
    const blocks = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes, Buffer.from([0])])
    // The trailer that lets a reader of blocks find the end of the text.
    const trailer = Buffer.concat([
      Buffer.from([1]),
      Buffer.from(Array.from({ length: 256 }, (_, n) => 255 - n)),
    ])
    return Buffer.concat([
      plain.subarray(0, start),
      Buffer.concat([Buffer.from([0x21, 0xfe]), blocks(word)]),
      Buffer.concat([
        Buffer.from([0x21, 0xff, 11]),
        Buffer.from(`XMP DataXMP${xmp}`),
        trailer,
        Buffer.from([0]),
      ]),
      plain.subarray(start),
      word,
    ])
  },
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function riffChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** An animation of three pictures, with a text wherever frames can hold one. */
export async function movingPhoto(format: 'gif' | 'webp' | 'png'): Promise<Buffer> {
  const raw = { width: 8, height: 24, channels: 3 as const, pageHeight: 8 }
  const film = sharp(randomBytes(8 * 24 * 3), { raw })
  if (format === 'gif') return writers.gif(await film.gif({ loop: 2, delay: [40, 50, 60] }).toBuffer())
  if (format === 'webp') return writers.webp(await film.webp({ loop: 2, delay: [40, 50, 60] }).toBuffer())
  const plain = await sharp(randomBytes(8 * 8 * 3), { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toBuffer()
  const at = plain.indexOf('IDAT')
  const data = plain.subarray(at + 4, at + 4 + plain.readUInt32BE(at - 4))
  const control = (number: number) =>
    pngChunk('fcTL', words(number, 8, 8, 0, 0, 0x00010019, 0).subarray(0, 26))
  return writers.png(
    Buffer.concat([
      plain.subarray(0, 33),
      pngChunk('acTL', words(2, 0)),
      control(0),
      plain.subarray(33, -12),
      control(1),
      pngChunk('fdAT', Buffer.concat([words(2), data])),
      plain.subarray(-12),
    ]),
  )
}

/** The metadata that remains in bytes that a user receives. */
export const findWritten = (bytes: Buffer): string[] => [
  ...(bytes.includes(writtenWord) ? ['the word'] : []),
  ...(placeBytes.some((latitude) => bytes.includes(latitude)) ? ['the place'] : []),
  ...['xpacket', 'rdf:', 'Photoshop', 'JFXX', 'MPF\0'].filter((trace) => bytes.includes(trace)),
]
