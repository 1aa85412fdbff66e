import type { UserType } from '@artel/contract/access'
import { beforeEach, describe, expect, test } from 'vitest'
import { nowIso } from '../../../clock.ts'
import type { Db } from '../../../database/db.ts'
import { useTestApp } from '../../../testing/app.ts'
import { codeOf, fieldsOf, TestClient } from '../../../testing/client.ts'
import { buildUser, type TestUser } from '../../../testing/rows/build.ts'
import { newsOf } from '../../../testing/rows/news.ts'
import { buildBox, buildItem, buildScannable, buildSupply } from '../../../testing/rows/supplies.ts'
import { buildTeam } from '../../../testing/rows/team.ts'

const test_ = useTestApp()
let db: Db
let people: Record<UserType, TestUser>
let as: Record<UserType, TestClient>
let supply: number
let box: number
let product: number

beforeEach(async () => {
  ;({ db, people, as } = await buildTeam(test_))
  supply = await buildSupply(db, { number: '2026-000123' })
  box = await buildBox(db, supply, { number: 1204 })
  product = await buildScannable(db, '00012')
  await as.admin.send('PUT', `/products/${product}`, { name: 'Набор «Уют»' })
})

const ask = (body: object = {}, client = as.staff, of = { supply, box }) =>
  client.post(`/supplies/${of.supply}/box/${of.box}/ask`, { barcode: '00012', ...body })

describe('a request for room', () => {
  test('notifies admins and owners in their language, and no staff', async () => {
    await as.owner.post('/app/set_locale', { locale: 'en' })
    const answer = await ask()
    expect([answer.statusCode, answer.body]).toEqual([200, { status: true }])
    const url = `/supply/${supply}?raise=${box}&set=${product}`
    const told = { kind: 'room_asked', url, actor: { id: people.staff.id }, read_at: null }
    expect(await newsOf(as.admin)).toMatchObject([
      {
        ...told,
        title: 'Дарья Климова: нет места в плане',
        body: 'Набор «Уют», короб 1204, поставка 2026-000123',
      },
    ])
    expect(await newsOf(as.owner)).toMatchObject([
      {
        ...told,
        title: 'Дарья Климова: no room in the plan',
        body: 'Набор «Уют», box 1204, shipment 2026-000123',
      },
    ])
    expect(await newsOf(as.staff)).toEqual([])
  })

  test('tells how many pieces were scanned', async () => {
    await ask({ quantity: 12 })
    expect(await newsOf(as.admin)).toMatchObject([
      { body: 'Набор «Уют» × 12, короб 1204, поставка 2026-000123' },
    ])
  })

  test('for an unknown barcode names it and leads to the supply', async () => {
    await as.owner.post('/app/set_locale', { locale: 'en' })
    await ask({ barcode: ' 460<&? ' })
    const url = `/supply/${supply}`
    expect(await newsOf(as.admin)).toMatchObject([
      {
        title: 'Дарья Климова: незнакомый штрихкод',
        body: '460<&?, короб 1204, поставка 2026-000123',
        url,
      },
    ])
    expect(await newsOf(as.owner)).toMatchObject([
      {
        title: 'Дарья Климова: unknown barcode',
        body: '460<&?, box 1204, shipment 2026-000123',
        url,
      },
    ])
  })

  test('of an admin notifies the others, but not that admin and nobody who is archived or wants none', async () => {
    const [other, archived] = [
      await buildUser(test_.root, db, 'admin'),
      await buildUser(test_.root, db, 'admin'),
    ]
    await db.update('users', { status: 'archived' }).where('id', '=', archived.id).execute()
    const settings = { notifications: { room_asked: false } }
    await as.owner.send('PUT', '/settings', { parent: 'user', settings })
    await ask({}, as.admin)
    const told = await db.from('notifications').select('user_id').where('kind', '=', 'room_asked').execute()
    expect(told).toEqual([{ user_id: other.id }])
  })

  test('may be about a sealed box, whose supply may be a draft for an admin only', async () => {
    await buildItem(db, supply, box)
    const sealed = { sealed_at: nowIso(), sealed_by: people.staff.id }
    await db.update('supply_boxes', sealed).where('id', '=', box).execute()
    expect((await ask()).statusCode).toBe(200)
    await db.update('supplies', { status: 'draft' }).where('id', '=', supply).execute()
    expect(codeOf(await ask())).toEqual([409, 'wrong_state'])
    expect((await ask({}, as.admin)).statusCode).toBe(200)
  })

  test.each(['packed', 'cancelled'] as const)(
    'of a packer is refused if the supply is %s',
    async (status) => {
      await db.update('supplies', { status }).where('id', '=', supply).execute()
      expect(codeOf(await ask())).toEqual([409, 'wrong_state'])
      expect(await newsOf(as.admin)).toEqual([])
    },
  )

  test('sent twice with the same key is one request', async () => {
    const options = { headers: { 'idempotency-key': 'ask-1' } }
    const send = () =>
      as.staff.send('POST', `/supplies/${supply}/box/${box}/ask`, { barcode: '00012' }, options)
    await send()
    await as.admin.post('/notifications/read', { all: true })
    expect((await send()).statusCode).toBe(200)
    expect(await newsOf(as.admin)).toMatchObject([{ read_at: expect.any(String) }])
  })

  test.each<[string, object]>([
    ['barcode', { barcode: '' }],
    ['barcode', { barcode: 'x'.repeat(101) }],
    ['barcode', { barcode: 'a\0b' }],
    ['barcode', { barcode: null }],
    ['barcode', { barcode: '\u200b' }],
    ['quantity', { quantity: 0 }],
    ['quantity', { quantity: 1.5 }],
    ['scan_id', { scan_id: 'a-1' }],
  ])('with an invalid %s is refused (%#)', async (path, body) => {
    expect(fieldsOf(await ask(body))).toEqual([422, path])
  })

  test('needs a session', async () => {
    expect((await ask({}, await TestClient.guest(test_.app))).statusCode).toBe(401)
  })

  test('finds no deleted supply or box, no box of another supply, and none of another company', async () => {
    const lost = [404, 'not_found']
    const second = await buildSupply(db)
    expect(codeOf(await ask({}, as.staff, { supply: second, box }))).toEqual(lost)
    const stranger = await buildTeam(test_)
    expect(codeOf(await ask({}, stranger.as.owner))).toEqual(lost)
    await buildScannable(stranger.db, '777')
    await as.admin.send('DELETE', `/supplies/${supply}/box/${box}`)
    for (const client of [as.staff, as.admin]) expect(codeOf(await ask({}, client))).toEqual(lost)
    const rest = { supply, box: await buildBox(db, supply) }
    // The product of another company is unknown here.
    await ask({ barcode: '777' }, as.staff, rest)
    expect(await newsOf(as.admin)).toMatchObject([{ title: 'Дарья Климова: незнакомый штрихкод' }])
    await as.admin.send('DELETE', `/supplies/${supply}`)
    for (const client of [as.staff, as.admin]) expect(codeOf(await ask({}, client, rest))).toEqual(lost)
    expect(await newsOf(stranger.as.owner)).toEqual([])
  })
})
