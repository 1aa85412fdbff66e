import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { box, videoTrack, words } from './media.ts'
import { writtenWord } from './taken-photo.ts'

const word = Buffer.from(writtenWord)
const where = Buffer.from('+59.9286+030.3350+012.000/')
const coordinates = (type: string) => box(type, Buffer.from([0, where.length, 0x15, 0xc7]), where)

/** A text in each box that may stand in any container. */
export const boxesWithText = (text: Buffer): Buffer =>
  Buffer.concat([
    box('udta', box('\xa9mod', text), box('name', text)),
    box('meta', words(0), text),
    box('meco', box('meta', words(0), text)),
    box('uuid', Buffer.alloc(16), text),
    box('free', text),
    box('skip', text),
    // A size of eight bytes.
    Buffer.concat([words(1), Buffer.from('uuid'), words(0, 32 + text.length), Buffer.alloc(16), text]),
  ])

const texts = boxesWithText(word)

/** The kind of a track, with the name that the camera gives it, as a Pascal string of QuickTime. */
const kind = (handler: string, component = 'mhlr') =>
  box(
    'hdlr',
    words(0),
    Buffer.from(component),
    Buffer.from(handler),
    word.subarray(0, 12),
    Buffer.from([word.length]),
    word,
  )

function takenTrack(handler: string, ...samples: Buffer[]): Buffer {
  const sources = [box('url ', words(1), word), box('alis', words(1), word)]
  return box(
    'trak',
    box('tkhd', Buffer.alloc(84)),
    box('edts', box('elst', words(0, 0)), texts),
    box('tapt', texts),
    box('tref', box('cdsc', words(1)), texts),
    box(
      'mdia',
      box('mdhd', Buffer.alloc(24)),
      box(
        'minf',
        kind('alis', 'dhlr'),
        box('gmhd', box('gmin', Buffer.alloc(16)), texts),
        box('dinf', box('dref', words(0, 2), ...sources), texts),
        box('stbl', box('stsd', words(0, samples.length), ...samples), box('stts', words(0, 0)), texts),
        texts,
      ),
      // The kind of the track may follow.
      kind(handler),
      texts,
    ),
    box('udta', box('name', word)),
    texts,
  )
}

/** A description of pictures: maker, name of the encoder (32 bytes), and boxes. */
const pictures = box(
  'avc1',
  Buffer.concat([Buffer.alloc(12), word.subarray(0, 4), Buffer.alloc(26), Buffer.from([word.length]), word]),
  Buffer.alloc(78 - 43 - word.length),
  box('avcC', Buffer.from([1, 100, 0, 31])),
  texts,
)
/** A description of sound in QuickTime's second version, whose boxes are deeper. */
const sound = box(
  'mp4a',
  Buffer.alloc(12),
  word.subarray(0, 4),
  Buffer.alloc(28),
  box('wave', box('frma'), texts),
)
const timecode = box('tmcd', Buffer.alloc(26), box('name', word), texts)

/**
 * A movie as a phone takes it: the place in the formats of QuickTime, Apple and 3GPP, and the model of the
 * phone, with texts in all places where cameras and apps write them, and with fragments.
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
    takenTrack('vide', pictures, pictures),
    takenTrack('soun', sound),
    takenTrack('tmcd', timecode),
    box('udta', coordinates('\xa9xyz'), box('loci', words(0), word), box('\xa9mod', word)),
    box('meta', keys, values),
    box('uuid', Buffer.alloc(16), word),
    box('mvex', box('trex', Buffer.alloc(24)), texts),
    texts,
  )
  const fragment = box('traf', box('tfhd', words(0, 1)), box('trun', words(0, 0)), texts)
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1')),
    box('wide', word),
    head,
    box('emsg', words(0), word),
    box('mdat', content),
    box('moof', box('mfhd', words(0, 1)), fragment, texts),
    box('mdat', content),
    box('mfra', box('tfra', words(0, 1, 0, 0)), texts, box('mfro', words(0, 16))),
    box('uuid', Buffer.alloc(16), word),
    box('meta', words(0), values),
    box('sefd', word),
    texts,
  ])
}

/** The metadata that remains. */
export const findWhere = (bytes: Buffer): string[] =>
  [writtenWord, where.toString(), 'ISO6709'].filter((trace) => bytes.includes(trace))

export const element = (id: string, ...content: Buffer[]): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10000000 + content.reduce((sum, { length }) => sum + length, 0))
  return Buffer.concat([Buffer.from(id, 'hex'), size, ...content])
}

/** An element with a size of one byte, as short texts have it. */
const short = (id: string, content: Buffer) =>
  Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | content.length]), content])

const nothing = element('ec', word)
const checksum = short('bf', word.subarray(0, 4))

/**
 * A film with the head and the pictures of a real one, and with texts in all places where cameras and programs
 * write them, before its pictures and after them.
 */
export async function takenWebm(): Promise<Buffer> {
  const film = await readFile(new URL('../../../../e2e/src/film.webm', import.meta.url))
  const tag = (...texts: Buffer[]) =>
    element('1254c367', element('7373', element('67c8', element('45a3', Buffer.from('LOCATION')), ...texts)))
  const pictures = film.indexOf(Buffer.from('1f43b67501', 'hex'))
  const info = element(
    '1549a966',
    checksum,
    short('2ad7b1', Buffer.from('0f4240', 'hex')),
    ...['7ba9', '7384', '3c83ab', '3e83bb', '73a4', '4d80', '5741'].map((id) => short(id, word)),
    nothing,
  )
  const track = element(
    'ae',
    checksum,
    ...[short('d7', Buffer.from([1])), short('73c5', Buffer.from([1])), short('83', Buffer.from([1]))],
    ...['536e', '258688', '3a9697', '3b4040', '26b240'].map((id) => short(id, word)),
    short('86', Buffer.from('V_VP8')),
    element('41e4', short('41f0', Buffer.from([4])), short('41a4', word)),
    element('e0', short('b0', Buffer.from([160])), short('ba', Buffer.from([90])), nothing),
    nothing,
  )
  const chapters = element('1043a770', element('45b9', element('b6', element('80', element('85', word)))))
  const parts = [
    element('114d9b74', nothing),
    info,
    element('1654ae6b', track, nothing),
    tag(element('4487', where), element('4487', word)),
    // A tag too short for a size of eight bytes.
    Buffer.from('1254c36780', 'hex'),
    nothing,
    film.subarray(pictures),
    chapters,
    element('1941a469', element('61a7', word)),
    // An element that the format does not have.
    element('4ff0', word),
    nothing,
  ]
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) | BigInt(parts.reduce((sum, { length }) => sum + length, 0)))
  const head = element(
    '1a45dfa3',
    ...[short('4286', Buffer.from([1])), short('42f7', Buffer.from([1])), short('42f2', Buffer.from([4]))],
    ...[short('42f3', Buffer.from([8])), short('4282', Buffer.from('webm')), short('4287', Buffer.from([2]))],
    short('4285', Buffer.from([2])),
    element('4281', short('4283', word)),
    nothing,
  )
  return Buffer.concat([head, Buffer.from('18538067', 'hex'), size, ...parts])
}
