import { createHash, randomBytes } from 'node:crypto'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import sharp from 'sharp'
import { nowIso } from '../../clock.ts'
import type { Db } from '../../database/db.ts'
import type { Answer, TestClient } from '../client.ts'
import type { TestUser } from '../rows/build.ts'
import { type FormPart, multipart } from '../values/form.ts'

type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/**
 * A photo in one random colour, so that its bytes are unique, with the place where it was taken;
 * `orientation` is the EXIF value.
 */
export async function photo(
  format: PhotoFormat = 'jpeg',
  width = 640,
  height = 480,
  orientation = 1,
): Promise<Buffer> {
  const background = { r: randomBytes(1)[0] ?? 0, g: randomBytes(1)[0] ?? 0, b: randomBytes(1)[0] ?? 0 }
  return sharp({ create: { width, height, channels: 3, background } })
    .withMetadata({ orientation, exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 25/1 0/1' } } })
    .toFormat(format)
    .toBuffer()
}

export const box = (type: string, ...content: Buffer[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([head(type, size), ...content])
}

function head(type: string, size: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(size, 0)
  bytes.write(type, 4, 'latin1')
  return bytes
}

/** An MP4 of 12 seconds, 1920 × 1080, rotated by 90 degrees. */
export const video = (content = randomBytes(2000), brand = 'isom'): Buffer =>
  Buffer.concat([videoHead(content.length, brand), content])

/** Everything of such a video before its content of `bytes` bytes. */
export function videoHead(bytes: number, brand = 'isom', track = videoTrack()): Buffer {
  const movieHead = Buffer.alloc(100)
  movieHead.writeUInt32BE(600, 12)
  movieHead.writeUInt32BE(7200, 16)
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}mp42`, 'latin1')),
    box('moov', box('mvhd', movieHead), track),
    head('mdat', bytes + 8),
  ])
}

/** A video track; the parameters can make it invalid. */
export function videoTrack({ handler = 'vide', source = 1, codecs = ['avc1'] } = {}): Buffer {
  const trackHead = Buffer.alloc(84)
  trackHead.writeInt32BE(0x10000, 44)
  trackHead.writeInt32BE(-0x10000, 52)
  trackHead.writeUInt32BE(1920 << 16, 76)
  trackHead.writeUInt32BE(1080 << 16, 80)
  const media = box(
    'minf',
    box('dinf', box('dref', words(0, 1), box('url ', words(source)))),
    box('stbl', box('stsd', words(0, codecs.length), ...codecs.map((codec) => box(codec, Buffer.alloc(78))))),
  )
  const kind = box('hdlr', words(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
  return box('trak', box('tkhd', trackHead), box('mdia', box('mdhd', Buffer.alloc(24)), kind, media))
}

export function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

/** Uploads a file through the call. */
export function upload(
  client: TestClient,
  content: Buffer,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const all = { type: 'photo', path: 'tasks', ...fields }
  const parts: FormPart[] = [...Object.entries(all), ['file', { name: 'IMG_0001.jpg', content }]]
  return sendForm(client, parts)
}

export const sendForm = (client: TestClient, parts: readonly FormPart[]): Promise<Answer> =>
  client.send('POST', '/multimedia', undefined, multipart(parts))

export const mediaOf = ({ body }: Answer): Multimedia => body.multimedia as Multimedia

export const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A link that the creator added. @returns its id */
export async function buildLink(db: Db, creator: TestUser): Promise<number> {
  const row = {
    type: 'link',
    path: 'tasks',
    url: 'https://artel.test/',
    name: 'artel.test',
    created_by: creator.id,
    created_at: nowIso(),
  } as const
  return (await db.insert('multimedia', row).returning('id').executeTakeFirstOrThrow()).id
}
