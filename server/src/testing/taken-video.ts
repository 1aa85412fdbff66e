import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { box, videoTrack, words } from './media.ts'
import { writtenWord } from './taken-photo.ts'

const word = Buffer.from(writtenWord)
const where = Buffer.from('+59.9286+030.3350+012.000/')
const coordinates = (type: string) => box(type, Buffer.from([0, where.length, 0x15, 0xc7]), where)

/**
 * A movie as a phone takes it: the place in the formats of QuickTime, Apple and 3GPP, and the model of the
 * phone.
 */
export function takenVideo(brand: 'isom' | 'qt  ', content = randomBytes(2000)): Buffer {
  const movieHead = Buffer.alloc(100)
  movieHead.writeUInt32BE(600, 12)
  movieHead.writeUInt32BE(7200, 16)
  const keys = box('keys', words(0, 1), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')))
  const values = box('ilst', box('\0\0\0\x01', box('data', words(1, 0), where)))
  const track = videoTrack()
  const head = box(
    'moov',
    box('mvhd', movieHead),
    box('trak', track.subarray(8), box('udta', box('name', word)), box('meta', words(0), keys, values)),
    box('udta', coordinates('\xa9xyz'), box('loci', words(0), word), box('\xa9mod', word)),
    box('meta', keys, values),
    box('uuid', Buffer.alloc(16), word),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1')),
    head,
    box('mdat', content),
    box('uuid', Buffer.alloc(16), word),
    box('meta', words(0), values),
    box('sefd', word),
  ])
}

/** The metadata that remains. */
export const findWhere = (bytes: Buffer): string[] =>
  [writtenWord, where.toString(), 'ISO6709'].filter((trace) => bytes.includes(trace))

const element = (id: string, ...content: Buffer[]): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([Buffer.from(id, 'hex'), size, ...content])
}

/** A real film with tags before its pictures and attachments after them. */
export async function takenWebm(): Promise<Buffer> {
  const film = await readFile(new URL('../../../e2e/src/film.webm', import.meta.url))
  const tag = (...texts: Buffer[]) =>
    element('1254c367', element('7373', element('67c8', element('45a3', Buffer.from('LOCATION')), ...texts)))
  const pictures = film.indexOf(Buffer.from('1f43b67501', 'hex'))
  const segment = film.indexOf(Buffer.from('18538067', 'hex'))
  const parts = [
    film.subarray(segment + 12, pictures),
    tag(element('4487', where), element('4487', word)),
    // A tag too short for a size of eight bytes.
    Buffer.from('1254c36780', 'hex'),
    film.subarray(pictures),
    element('1941a469', element('61a7', word)),
  ]
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(parts.reduce((sum, { length }) => sum + length, 0)))
  return Buffer.concat([film.subarray(0, segment + 4), size, ...parts])
}
