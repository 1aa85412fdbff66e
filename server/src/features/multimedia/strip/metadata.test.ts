import type { UserType } from '@artel/contract/access'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { mediaPaths } from '@artel/contract/multimedia/multimedia.kinds'
import sharp, { type Metadata } from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import type { TestClient } from '../../../testing/client.ts'
import { mediaOf, sha256, upload } from '../../../testing/media/media.ts'
import { findWritten, movingPhoto, takenFormats, takenPhoto } from '../../../testing/media/taken-photo.ts'
import { findWhere, takenVideo, takenWebm } from '../../../testing/media/taken-video.ts'
import { buildTeam } from '../../../testing/rows/team.ts'
import { multipart } from '../../../testing/values/form.ts'

const test_ = useTestApp()
let db: Db
let as: Record<UserType, TestClient>

beforeEach(async () => {
  ;({ db, as } = await buildTeam(test_))
})

/** Every call that accepts photos, and every field or path of it. @returns the name of the stored file */
const ways: Record<string, Record<string, (photo: Buffer) => Promise<string | null>>> = {
  'multimedia.create': Object.fromEntries(
    mediaPaths.map((path) => [
      path,
      async (content: Buffer) => mediaOf(await upload(as.admin, content, { path })).file,
    ]),
  ),
  'profile.update': {
    avatar: async (content) => {
      const { payload, headers } = multipart([
        ['_method', 'PUT'],
        ['avatar', { name: 'me.jpg', content }],
      ])
      const { body } = await as.staff.send('POST', '/user', undefined, { payload, headers })
      return (body.user as { avatar: string }).avatar
    },
  },
  'company.update': {
    logo: async (content) => {
      const form = multipart([
        ['_method', 'PUT'],
        ['logo', { name: 'us.jpg', content }],
      ])
      const { body } = await as.owner.send('POST', '/company', undefined, form)
      return (body.company as { logo: string }).logo
    },
  },
}
/** Calls that accept tables. These files are never served again. */
const tables = ['imports.look', 'localizations.import', 'products.import', 'supplies.fill', 'supplies.import']

const filesCalls = Object.entries(calls).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature as Record<string, Call>)
    .filter(([, call]) => Object.keys(call.files).length > 0)
    .map(([name]) => `${feature}.${name}`),
)

test('each call that accepts files is tested here, or accepts only tables', () => {
  expect(filesCalls.sort()).toEqual([...Object.keys(ways), ...tables].sort())
})

async function serve(file: string): Promise<Buffer> {
  const headers = { cookie: as.owner.cookieHeader() }
  const { statusCode, rawPayload } = await test_.app.inject({ url: `/storage/media/${file}`, headers })
  expect(statusCode).toBe(200)
  return rawPayload
}

const each = Object.entries(ways).flatMap(([call, kinds]) =>
  Object.keys(kinds).flatMap((kind) => takenFormats.map((format) => [call, kind, format] as const)),
)

describe('a photo uploaded by', () => {
  test.each(each)('%s (%s) as %s loses all metadata of the camera', async (call, kind, format) => {
    const content = await takenPhoto(format, format === 'gif' ? 1 : 6)
    expect(findWritten(content)).toContain(format === 'gif' ? 'the word' : 'the place')
    const file = await ways[call]?.[kind]?.(content)
    for (const prefix of ['', 'small_', 'medium_', 'large_']) {
      const served = await serve(`${prefix}${file}`)
      expect([prefix, findWritten(served)]).toEqual([prefix, []])
      const { xmp, iptc, comments } = await sharp(served).metadata()
      // An AVIF is stripped in place, so zeros remain.
      expect([xmp, iptc].filter((words) => words?.some((byte) => byte !== 0))).toEqual([])
      expect(comments).toBeUndefined()
    }
  })
})

describe('an original', () => {
  test.each(takenFormats)('as %s keeps its pixels, dimensions and orientation', async (format) => {
    for (const orientation of format === 'gif' ? [1] : [1, 2, 3, 4, 5, 6, 7, 8]) {
      const content = await takenPhoto(format, orientation)
      const media = mediaOf(await upload(as.staff, content))
      const served = await serve(media.file ?? '')
      const [before, after] = [await sharp(content).metadata(), await sharp(served).metadata()]
      const shown = ({ format, width, height, orientation = 1, autoOrient, icc }: Metadata) => ({
        format,
        width,
        height,
        orientation,
        autoOrient,
        icc: icc?.toString('base64'),
      })
      expect(shown(after)).toEqual(shown(before))
      const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
      expect((await pixels(served)).equals(await pixels(content))).toBe(true)
      expect(media).toMatchObject({ ...before.autoOrient, size: served.length })
      const row = await db
        .from('multimedia')
        .select(['sha256', 'size', 'is_stripped'])
        .where('id', '=', media.id)
        .executeTakeFirstOrThrow()
      expect([row.sha256?.toString('hex'), row.size]).toEqual([sha256(served), served.length])
      expect(row.is_stripped).toBe(true)
    }
  })

  test.each(takenFormats)('as %s without metadata stays byte for byte the same', async (format) => {
    const bare = mediaOf(await upload(as.staff, await takenPhoto(format, format === 'gif' ? 1 : 8)))
    const content = await serve(bare.file ?? '')
    const again = mediaOf(await upload(as.staff, content))
    expect((await serve(again.file ?? '')).equals(content)).toBe(true)
  })

  test.each(['webp', 'gif', 'png'] as const)('with an animation as %s stays animated', async (format) => {
    const content = await movingPhoto(format)
    const served = await serve(mediaOf(await upload(as.staff, content)).file ?? '')
    expect([findWritten(content).length > 0, findWritten(served)]).toEqual([true, []])
    if (format === 'png') {
      const moves = ['acTL', 'fcTL', 'fdAT'].map((type) => served.includes(type))
      return expect(moves).toEqual([true, true, true])
    }
    const film = (bytes: Buffer) => sharp(bytes, { animated: true })
    const { pages, delay, loop } = await film(served).metadata()
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [40, 50, 60], loop: 2 })
    const pixels = (bytes: Buffer) => film(bytes).raw().toBuffer()
    expect((await pixels(served)).equals(await pixels(content))).toBe(true)
  })
})

describe('a video', () => {
  test.each([
    ['mp4', async () => takenVideo('isom')],
    ['mov', async () => takenVideo('qt  ')],
    ['webm', takenWebm],
  ] as const)('as %s loses its place and texts, and its data keeps its position', async (ending, make) => {
    const content = await make()
    expect(findWhere(content).length).toBeGreaterThan(1)
    const media = mediaOf(await upload(as.staff, content, { type: 'video' }))
    expect(media.file?.endsWith(`.${ending}`)).toBe(true)
    const served = await serve(media.file ?? '')
    expect([findWhere(served), served.length]).toEqual([[], content.length])
    const row = await db
      .from('multimedia')
      .select(['sha256', 'is_stripped'])
      .where('id', '=', media.id)
      .executeTakeFirstOrThrow()
    expect([row.sha256?.toString('hex'), row.is_stripped]).toEqual([sha256(served), true])
    // The played data keeps its position in the file.
    const pictures = ending === 'webm' ? Buffer.from('1f43b67501', 'hex') : Buffer.from('mdat')
    const at = content.indexOf(pictures)
    expect(served.subarray(at, at + 2000).equals(content.subarray(at, at + 2000))).toBe(true)
    // The stripped file is a complete video with nothing more to remove.
    const again = mediaOf(await upload(as.staff, served, { type: 'video' }))
    expect((await serve(again.file ?? '')).equals(served)).toBe(true)
  })
})
