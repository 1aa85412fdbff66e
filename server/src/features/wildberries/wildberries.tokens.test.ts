import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Db } from '../../database/db.ts'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { fingerprinted } from '../../testing/fingerprint.ts'
import { buildCompany, buildLegalEntity, buildUser } from '../../testing/rows/build.ts'
import { newToken } from '../../testing/wildberries/connect.ts'
import { cardOf } from '../../testing/wildberries/simulator.ts'
import { useWildberries } from '../../testing/wildberries/stage.ts'

const { wb } = await useWildberries()
const test_ = useTestApp({ wildberries: wb.settings })

const nm = 146_972_802

async function stage() {
  const db = await buildCompany(test_.root)
  const owner = await buildUser(test_.root, db, 'owner')
  const client = await TestClient.signIn(test_.app, owner)
  const id = await buildLegalEntity(db, { is_default: true, name: 'ООО «Уют»' })
  return {
    db,
    id,
    owner,
    client,
    connect: (token: unknown) => client.send('PUT', `/legal_entities/${id}/wildberries`, { token }),
    seen: async () => wildberriesOf(await client.get(`/legal_entities/${id}`)),
    show: () => client.get(`/products/wildberries/item/${nm}`),
  }
}

const wildberriesOf = ({ body }: Answer) => (body.legal_entity as { wildberries: object }).wildberries
const none = { connected: false, masked_token: null }

/** A token that the simulator knows. */
function known(kind: 'content' | 'prices' | 'expired' = 'content'): string {
  const token = newToken()
  wb.content.tokens.set(token, { kind, cards: [cardOf(nm)] })
  return token
}

describe('a token', () => {
  test('is checked, stored, shown masked, used, and removed', async () => {
    const { connect, seen, show } = await stage()
    expect(await seen()).toEqual(none)
    const token = known()
    const masked = { connected: true, masked_token: `••••${token.slice(-4)}` }
    const answer = await connect(token)
    expect([answer.statusCode, wildberriesOf(answer)]).toEqual([200, masked])
    expect(wb.content.asked).toHaveLength(1)
    expect(await seen()).toEqual(masked)
    expect((await show()).statusCode).toBe(200)
    expect(wildberriesOf(await connect(null))).toEqual(none)
    expect((await connect(null)).statusCode).toBe(200)
    expect((await show()).statusCode).toBe(404)
  })

  test('is logged when connected and removed, without any part of it', async () => {
    const { db, id, owner, connect } = await stage()
    const token = known()
    await connect(token)
    await connect(null)
    const entries = await db
      .from('audit')
      .selectAll()
      .where('entity', '=', 'legal_entity')
      .orderBy('id')
      .execute()
    const about = { entity_id: id, user_id: owner.id, title: 'ООО «Уют»', before: {}, after: {} }
    expect(entries).toMatchObject([
      { ...about, action: 'wildberries_connect' },
      { ...about, action: 'wildberries_disconnect' },
    ])
  })

  test('appears in no table, answer or file in plain text', async () => {
    const { db, client, connect } = await stage()
    const token = known()
    const answers = [await connect(token), await client.post('/legal_entities')]
    answers.push(await client.post('/legal_entities?format=csv'), await client.post('/listing/audit'))
    for (const { raw } of answers) expect(raw.body).not.toContain(token.slice(0, -4))
    const tables = fingerprinted.map(
      (name) => sql`select t::text as row from ${sql.table(name)} t where company_id = ${db.companyId}`,
    )
    const { rows } = await sql<{ row: string }>`${sql.join(tables, sql` union all `)}`.execute(test_.root)
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).toContain('wildberries_connect')
    expect(stored).not.toContain(token.slice(0, 20))
    expect(stored).not.toContain(token.slice(-20))
  })

  test.each([['expired' as const], ['prices' as const], [null]])(
    'that Wildberries rejects (%s) is refused, and the previous one stays',
    async (kind) => {
      const { connect, seen } = await stage()
      await connect(known())
      const before = await seen()
      const answer = await connect(kind === null ? newToken() : known(kind))
      expect(fieldsOf(answer)).toEqual([422, 'token'])
      expect(answer.body.errors?.token).toEqual([
        'Wildberries не принимает этот токен. Сделайте новый с доступом к «Контенту»',
      ])
      expect(await seen()).toEqual(before)
    },
  )

  test.each([
    ['a line break', 'eyJhbGciOiJFUzI1NiJ9\r\nx-other: 1'],
    ['10 KB', 'x'.repeat(10_240)],
    ['Cyrillic', 'токен-от-кабинета'],
    ['a space', 'eyJh bGci'],
    ['nothing', ''],
    ['a number', 5],
    ['no token at all', undefined],
  ])('with %s is refused without a request', async (_, token) => {
    const { connect, seen } = await stage()
    expect(fieldsOf(await connect(token))).toEqual([422, 'token'])
    expect(wb.content.asked).toEqual([])
    expect(await seen()).toEqual(none)
  })

  test.each(['silent', 'failing', 'forbidding', 'limiting', 'page'] as const)(
    'is not stored while Wildberries is %s',
    async (mood) => {
      const { connect, seen } = await stage()
      wb.content.mood = mood
      expect(codeOf(await connect(known()))).toEqual([502, 'upstream'])
      expect(await seen()).toEqual(none)
    },
    10_000,
  )

  test('is checked at most twenty times, and then only removal works', async () => {
    const { connect } = await stage()
    for (let round = 0; round < 20; round++) expect((await connect(newToken())).statusCode).toBe(422)
    expect((await connect(known())).statusCode).toBe(429)
    expect((await connect(null)).statusCode).toBe(200)
  })
})

describe('a stored token', () => {
  async function tampered(change: (sealed: string) => string) {
    const staged = await stage()
    await staged.connect(known())
    const row = staged.db.from('legal_entities').select('wildberries_token').where('id', '=', staged.id)
    const { wildberries_token } = await row.executeTakeFirstOrThrow()
    const changed = { wildberries_token: change(wildberries_token ?? '') }
    await staged.db.update('legal_entities', changed).where('id', '=', staged.id).execute()
    return staged
  }

  test.each([0, 12, 28, -1])(
    'with a changed bit in byte %i has to be entered again, and all else works',
    async (byte) => {
      const { seen, show, client, connect } = await tampered((sealed) => {
        const bytes = Buffer.from(sealed, 'base64')
        const at = byte < 0 ? bytes.length + byte : byte
        bytes[at] = (bytes[at] ?? 0) ^ 1
        return bytes.toString('base64')
      })
      expect(await seen()).toEqual({ connected: false, masked_token: '••••' })
      expect((await show()).statusCode).toBe(404)
      expect((await client.post('/legal_entities')).statusCode).toBe(200)
      expect((await connect(known())).statusCode).toBe(200)
      expect(await seen()).toMatchObject({ connected: true })
    },
  )

  test('encrypted with another key has to be entered again', async () => {
    const { seen } = await tampered(() => 'c2VhbGVkIHVuZGVyIGFub3RoZXIga2V5IG9mIGFub3RoZXIgaW5zdGFsbGF0aW9u')
    expect(await seen()).toMatchObject({ connected: false })
  })

  test('cannot be decrypted for another legal entity', async () => {
    const { db, id, connect, client } = await stage()
    await connect(known())
    const other = await buildLegalEntity(db)
    const { wildberries_token } = await db
      .from('legal_entities')
      .select('wildberries_token')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await db.update('legal_entities', { wildberries_token }).where('id', '=', other).execute()
    expect(wildberriesOf(await client.get(`/legal_entities/${other}`))).toMatchObject({ connected: false })
  })
})

test('only an owner of the company connects its legal entities', async () => {
  const { db, id } = await stage()
  const token = known()
  const path = `/legal_entities/${id}/wildberries`
  const admin = await TestClient.signIn(test_.app, await buildUser(test_.root, db, 'admin'))
  const others = await buildCompany(test_.root)
  const stranger = await TestClient.signIn(test_.app, await buildUser(test_.root, others, 'owner'))
  const guest = await TestClient.guest(test_.app)
  expect((await guest.send('PUT', path, { token })).statusCode).toBe(401)
  expect((await admin.send('PUT', path, { token })).statusCode).toBe(403)
  expect((await stranger.send('PUT', path, { token })).statusCode).toBe(404)
  expect(wb.content.asked).toEqual([])
  const kept = await new Db(test_.root, db.companyId)
    .from('legal_entities')
    .select('wildberries_token')
    .execute()
  expect(kept).toEqual([{ wildberries_token: null }])
})
