import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPhoto } from './multimedia.photos.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artel-photos-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(content: Buffer) {
  const path = join(folder, 'photo')
  await writeFile(path, content)
  return readPhoto(path)
}

function draw(side: number) {
  return sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
}

/** After the signature and IHDR, or before IEND. */
async function withEmptyTexts(count: number, where: 'first' | 'last') {
  const png = await draw(1).png().toBuffer()
  const at = where === 'first' ? 33 : png.length - 12
  const text = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')
  return Buffer.concat([png.subarray(0, at), Buffer.alloc(text.length * count, text), png.subarray(at)])
}

test.each(['first', 'last'] as const)('refuses a PNG with thousands of chunks %s', async (where) => {
  const refused = read(await withEmptyTexts(5000, where))
  await expect(refused).rejects.toMatchObject({ issues: [{ key: 'broken_photo' }] })
})

test('takes an ordinary PNG', async () => {
  expect(await read(await draw(3).png().toBuffer())).toMatchObject({ width: 3, height: 3 })
})

test.each(['jpeg', 'png', 'webp'] as const)('says of a %s that it has too many pixels', async (format) => {
  const refused = read(await draw(7100).toFormat(format, { effort: 1 }).toBuffer())
  await expect(refused).rejects.toMatchObject({ issues: [{ key: 'photo_pixels', values: { maximum: 50 } }] })
})
