import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { describe, expect, inject, test } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { codeOf, TestClient } from '../../testing/client.ts'
import { photo } from '../../testing/media/media.ts'
import { buildCompany, buildLegalEntity, buildUser } from '../../testing/rows/build.ts'
import { connectTo } from '../../testing/wildberries/connect.ts'
import { cardOf, pathOf, photoOf, productOf } from '../../testing/wildberries/simulator.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'

const { wb } = await useWildberries()
const test_ = useTestApp({ wildberries: wb.settings })

const nm = 146_972_802

async function stage(photos: number) {
  const db = await buildCompany(test_.root)
  const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  const addresses = Array.from({ length: photos }, (_, at) => photoOf(nm, at + 1))
  const card = cardOf(nm, { photos: addresses.map((big) => ({ big })) })
  await connectTo(wb, db, await buildLegalEntity(db), [card])
  for (const address of addresses) wb.files.files.set(pathOf(address), await photo('webp', 900, 1200))
  return { db, client, addresses, take: () => client.post(`/products/wildberries/item/${nm}/photos`) }
}

const mediaOf = ({ body }: { body: object }) => (body as { multimedia: Multimedia[] }).multimedia

describe('photos of a product', () => {
  test('are copied to the media in order, with smaller versions, and can go on a product', async () => {
    const { client, take } = await stage(2)
    const answer = await take()
    expect(answer.statusCode).toBe(201)
    const media = mediaOf(answer)
    expect(media).toMatchObject([
      { type: 'photo', path: 'products', name: 'Набор полотенец «Уют»', width: 900, height: 1200 },
      { type: 'photo', can: { edit: true, delete: true } },
    ])
    expect(wb.files.asked.map(({ path }) => path)).toEqual([1, 2].map((at) => pathOf(photoOf(nm, at))))
    for (const prefix of ['', 'small_', 'medium_', 'large_']) {
      const url = `/storage/media/${prefix}${media[0]?.file}`
      const shown = await test_.app.inject({ url, headers: { cookie: client.cookieHeader() } })
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    }
    const product = { name: 'Уют', article: 'UY-1', multimedia_ids: media.map(({ id }) => id) }
    expect((await client.post('/products/create', product)).statusCode).toBe(201)
  })

  test('that are broken, no photos, too large or missing do not affect the others', async () => {
    const { take, addresses } = await stage(6)
    const put = (at: number, content: Buffer | object) =>
      wb.files.files.set(pathOf(addresses[at] ?? ''), content)
    put(0, (await photo('webp')).subarray(0, 60))
    put(1, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    put(2, Buffer.alloc(11_000_000))
    put(3, { status: 'no photo' })
    wb.files.files.delete(pathOf(addresses[4] ?? ''))
    expect(mediaOf(await take())).toHaveLength(1)
    expect(await readdir(test_.uploads.folder)).toEqual([])
  })

  test('are limited to ten', async () => {
    const { take } = await stage(12)
    expect(mediaOf(await take())).toHaveLength(10)
    expect(wb.files.asked).toHaveLength(10)
  })

  test('answer 502 and store nothing if none can be downloaded', async () => {
    const { db, take } = await stage(2)
    wb.files.mood = 'forbidding'
    expect(codeOf(await take())).toEqual([502, 'upstream'])
    expect(await db.from('multimedia').select('id').execute()).toEqual([])
  })

  test('are an empty list if the product has none', async () => {
    const { take } = await stage(0)
    const answer = await take()
    expect([answer.statusCode, answer.body.multimedia]).toEqual([201, []])
  })

  test('of a public product are found on the host of its files', async () => {
    const db = await buildCompany(test_.root)
    const client = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
    wb.card.products.set(nm, productOf(nm, { pics: 1 }))
    wb.files.files.set(pathOf(photoOf(nm, 1)), await photo('webp'))
    const answer = await client.post(`/products/wildberries/item/${nm}/photos`)
    expect(mediaOf(answer)).toHaveLength(1)
  })

  test('requested many times at once are downloaded by a few requests, and others get 429', async () => {
    const { client, take } = await stage(1)
    expect((await take()).statusCode).toBe(201)
    wb.files.delayMs = 1500
    const answers = await Promise.all(Array.from({ length: 30 }, take))
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([201, 429]))
    expect(wb.files.maxOpen).toBeLessThanOrEqual(3)
    expect((await client.post('/products')).statusCode).toBe(200)
  })

  test('of an unknown product are not found', async () => {
    const { client } = await stage(0)
    const answer = await client.post('/products/wildberries/item/5/photos')
    expect(codeOf(answer)).toEqual([404, 'not_found'])
  })
})

test('no temporary file of a photo stays among the uploads', async () => {
  expect(await readdir(join(inject('dataDir'), 'uploads'))).toContain(test_.uploads.folder.split('/').at(-1))
  expect(await readdir(test_.uploads.folder)).toEqual([])
})
