import { describe, expect, test } from 'vitest'
import { buildCompany, buildUser, type TestUser } from '../../testing/build.ts'
import { codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import type { Principal } from '../../testing/moysklad/account.ts'
import { useMoySklad } from '../../testing/moysklad/stage.ts'

const theirs = await useMoySklad()
// Its jobs ask the simulator, which those of other files do not know.
const app = useLoneTestApp({ moySklad: theirs.settings })

async function stage() {
  const db = await buildCompany(app.root)
  const owner = await buildUser(app.root, db, 'owner')
  return { db, owner, client: await TestClient.signIn(app.app, owner) }
}

describe('connecting', () => {
  test('says whose token it is, what it may read and how much', async () => {
    const { client } = await stage()
    theirs.now = () => new Date('2026-11-23T10:00:00Z')
    const account = theirs.addAccount('uyut')
    const token = account.addToken({ forbidden: ['employee'] })
    const answer = await client.post('/moy_sklad/connect', { token })
    expect(answer.statusCode).toBe(200)
    expect(answer.body.moy_sklad).toMatchObject({
      state: 'choosing',
      masked_token: `••••${token.slice(-4)}`,
      account: { name: 'uyut', login: 'admin@uyut', is_solution: false },
      limit: { units: 45, window_ms: 150, cost: 3 },
      parts: ['organization', 'store', 'product', 'stock'],
      run: null,
      next_at: null,
    })
    expect((await client.get('/moy_sklad')).body.moy_sklad).toEqual(answer.body.moy_sklad)
  })

  test.each<[string, Partial<Principal>, string, number]>([
    ['a user’s from December on', {}, '2026-12-01T00:00:00Z', 4],
    ['a user’s in summer', {}, '2026-06-01T00:00:00Z', 2],
    ['a solution’s', { kind: 'solution' }, '2026-12-01T00:00:00Z', 1],
    ['a draft’s', { kind: 'draft' }, '2026-12-01T00:00:00Z', 4],
  ])('measures what one question costs: %s', async (_, principal, day, cost) => {
    const { client } = await stage()
    theirs.now = () => new Date(day)
    const { forbidden, account, ...fields } = principal
    const token = theirs.addAccount('uyut').addToken(fields)
    const { body } = await client.post('/moy_sklad/connect', { token })
    expect(body.moy_sklad).toMatchObject({
      limit: { units: 45, cost },
      account: { is_solution: principal.kind !== undefined },
    })
  })

  test.each<[string, string, number[] | [number, string]]>([
    ['unknown to them', 'a'.repeat(40), [422, 'token']],
    ['with a break in it', 'a\r\nHost: evil', [422, 'token']],
    ['in Cyrillic', 'токен', [422, 'token']],
    ['too long', 'a'.repeat(5000), [422, 'token']],
  ])('refuses a token that is %s', async (_, token, expected) => {
    const { client } = await stage()
    expect(fieldsOf(await client.post('/moy_sklad/connect', { token }))).toEqual(expected)
    expect((await client.get('/moy_sklad')).body.moy_sklad).toBeNull()
  })

  test('says that they are away', async () => {
    const { client } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    theirs.faults = [{ of: 'html' }]
    expect(codeOf(await client.post('/moy_sklad/connect', { token }))).toEqual([502, 'upstream'])
  })

  test('is the owner’s alone', async () => {
    const { db } = await stage()
    const admin: TestUser = await buildUser(app.root, db, 'admin')
    const client = await TestClient.signIn(app.app, admin)
    const token = theirs.addAccount('uyut').addToken()
    expect((await client.post('/moy_sklad/connect', { token })).statusCode).toBe(403)
    expect(theirs.asked).toEqual([])
  })

  test('with another token of the account goes on where it stood, with one of another begins anew', async () => {
    const { client, db } = await stage()
    const account = theirs.addAccount('uyut')
    await client.post('/moy_sklad/connect', { token: account.addToken() })
    await client.send('PUT', '/moy_sklad', { parts: ['store'] })
    await db.update('moysklad_connections', { state: 'refused', state_before: 'on' }).execute()
    const renewed = await client.post('/moy_sklad/connect', { token: account.addToken() })
    expect(renewed.body.moy_sklad).toMatchObject({ state: 'on', parts: ['store'] })
    const other = await client.post('/moy_sklad/connect', { token: theirs.addAccount('other').addToken() })
    expect(other.body.moy_sklad).toMatchObject({ state: 'choosing', account: { name: 'other' } })
  })

  test('keeps the token sealed', async () => {
    const { client, db } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    await client.post('/moy_sklad/connect', { token })
    const row = await db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    // Where the key is another one by now it has to be entered again.
    await db.update('moysklad_connections', { token: `${row.token.slice(0, -4)}AAAA` }).execute()
    expect((await client.get('/moy_sklad')).body.moy_sklad).toMatchObject({
      state: 'refused',
      masked_token: '••••',
    })
  })
})

describe('settings', () => {
  test('are kept, and refused at their field', async () => {
    const { client } = await stage()
    await client.post('/moy_sklad/connect', {
      token: theirs.addAccount('uyut').addToken({ forbidden: ['employee'] }),
    })
    const put = (body: object) => client.send('PUT', '/moy_sklad', body)
    const { body } = await put({ parts: ['product', 'store'], version: 1 })
    expect(body.moy_sklad).toMatchObject({ parts: ['store', 'product'], version: 2 })
    expect(fieldsOf(await put({ parts: ['stock', 'store'] }))).toEqual([422, 'parts'])
    expect(fieldsOf(await put({ parts: ['employee'] }))).toEqual([422, 'parts'])
    expect(fieldsOf(await put({ parts: [] }))).toEqual([422, 'parts'])
    expect(fieldsOf(await put({ organization_id: crypto.randomUUID() }))).toEqual([422, 'organization_id'])
    expect(fieldsOf(await put({ url: 'http://evil' }))).toEqual([422, 'url'])
    expect(codeOf(await put({ parts: ['store'], version: 1 }))).toEqual([409, 'stale'])
  })
})
