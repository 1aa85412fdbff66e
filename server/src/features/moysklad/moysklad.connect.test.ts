import { moySklad } from '@artel/contract/moysklad/moysklad'
import { moySkladItems } from '@artel/contract/moysklad/moysklad.items'
import { type MoySkladPart, moySkladFlags, moySkladParts } from '@artel/contract/moysklad/moysklad.line'
import { describe, expect, test } from 'vitest'
import { codeOf, fieldsOf, TestClient } from '../../testing/client.ts'
import { useLoneTestApp } from '../../testing/installation.ts'
import type { Principal } from '../../testing/moysklad/account.ts'
import { useMoySklad } from '../../testing/moysklad/stage.ts'
import { buildCompany, buildUser, type TestUser } from '../../testing/rows/build.ts'

const theirs = await useMoySklad()
// A database of its own, because jobs of other test files do not know this simulator.
const app = useLoneTestApp({ moySklad: theirs.settings })

async function stage() {
  const db = await buildCompany(app.root)
  const owner = await buildUser(app.root, db, 'owner')
  return { db, owner, client: await TestClient.signIn(app.app, owner) }
}

/** Flags that turn these parts on and all others off. */
const only = (...parts: MoySkladPart[]) =>
  Object.fromEntries(moySkladParts.map((part) => [moySkladFlags[part], parts.includes(part)]))

describe('connecting', () => {
  const answered = { accountId: 'acc-1', uid: '', fullName: '', name: '' }
  const told = (fields: object) => {
    theirs.faults = [{ path: /^\/context\/employee/, page: () => ({ ...answered, ...fields }) }]
  }

  test.each<[string, object, string, string | null]>([
    ['a NUL', { fullName: 'Зотова\0 М.' }, 'Зотова М.', null],
    ['half a character', { uid: 'a\ud800@uyut' }, 'uyut', 'a\ufffd@uyut'],
    ['blanks alone', { fullName: ' \n ', uid: '  ' }, 'acc-1', null],
    ['blanks after the login', { uid: 'admin@  ', name: 'Зотова' }, 'Зотова', 'admin@'],
    ['no end', { fullName: `${'я'.repeat(299)}😀` }, 'я'.repeat(299), null],
  ])('takes an account whose name has %s', async (_, fields, name, login) => {
    const { client } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    told(fields)
    const { statusCode, body } = await client.post('/company/moi_sklad', { token })
    expect(statusCode).toBe(200)
    expect(body.moi_sklad).toMatchObject({ account: { name, login } })
  })

  test.each(['a\0b', '\ud800', '', ' ', 'a'.repeat(101)])(
    'refuses an account whose id cannot be stored: %j',
    async (accountId) => {
      const { client } = await stage()
      const token = theirs.addAccount('uyut').addToken()
      told({ accountId })
      expect(codeOf(await client.post('/company/moi_sklad', { token }))).toEqual([502, 'upstream'])
    },
  )

  test('returns the account of the token, the parts that it may read, and its rate limit', async () => {
    const { client } = await stage()
    theirs.now = () => new Date('2026-11-23T10:00:00Z')
    const account = theirs.addAccount('uyut')
    const token = account.addToken({ forbidden: ['employee'] })
    const answer = await client.post('/company/moi_sklad', { token })
    expect(answer.statusCode).toBe(200)
    expect(answer.body.moi_sklad).toMatchObject({
      state: 'choosing',
      masked_token: `••••${token.slice(-4)}`,
      account: { name: 'uyut', login: 'admin@uyut', is_solution: false },
      limit: { units: 45, window_ms: 150, cost: 3 },
      sync: { organizations: true, stores: true, products: true, employees: false, stock: true },
      connected: true,
      run: null,
      next_at: null,
    })
    expect((await client.get('/company/moi_sklad')).body.moi_sklad).toEqual(answer.body.moi_sklad)
  })

  test.each<[string, Partial<Principal>, string, number]>([
    ['a user’s from December on', {}, '2026-12-01T00:00:00Z', 4],
    ['a user’s in summer', {}, '2026-06-01T00:00:00Z', 2],
    ['a solution’s', { kind: 'solution' }, '2026-12-01T00:00:00Z', 1],
    ['a draft’s', { kind: 'draft' }, '2026-12-01T00:00:00Z', 4],
  ])('measures the rate-limit cost of one request: %s', async (_, principal, day, cost) => {
    const { client } = await stage()
    theirs.now = () => new Date(day)
    const { forbidden, account, ...fields } = principal
    const token = theirs.addAccount('uyut').addToken(fields)
    const { body } = await client.post('/company/moi_sklad', { token })
    expect(body.moi_sklad).toMatchObject({
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
    expect(fieldsOf(await client.post('/company/moi_sklad', { token }))).toEqual(expected)
    expect((await client.get('/company/moi_sklad')).body.moi_sklad).toEqual({ connected: false })
  })

  test('answers 502 if MoySklad sends an HTML page', async () => {
    const { client } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    theirs.faults = [{ of: 'html' }]
    expect(codeOf(await client.post('/company/moi_sklad', { token }))).toEqual([502, 'upstream'])
  })

  test('is forbidden to an admin, and sends no request to MoySklad', async () => {
    const { db } = await stage()
    const admin: TestUser = await buildUser(app.root, db, 'admin')
    const client = await TestClient.signIn(app.app, admin)
    const token = theirs.addAccount('uyut').addToken()
    expect((await client.post('/company/moi_sklad', { token })).statusCode).toBe(403)
    expect(theirs.asked).toEqual([])
  })

  test('with a new token of its account keeps the settings, of another account starts over', async () => {
    const { client, db } = await stage()
    const account = theirs.addAccount('uyut')
    await client.post('/company/moi_sklad', { token: account.addToken() })
    await client.post('/company/moi_sklad', { sync: only('store') })
    await db.update('moysklad_connections', { state: 'refused', state_before: 'on' }).execute()
    const renewed = await client.post('/company/moi_sklad', { token: account.addToken() })
    expect(renewed.body.moi_sklad).toMatchObject({ state: 'on', sync: only('store') })
    const other = await client.post('/company/moi_sklad', { token: theirs.addAccount('other').addToken() })
    expect(other.body.moi_sklad).toMatchObject({ state: 'choosing', account: { name: 'other' } })
  })

  test('stores the token encrypted, and requires a new one if it cannot be decrypted', async () => {
    const { client, db } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    await client.post('/company/moi_sklad', { token })
    const row = await db.from('moysklad_connections').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(token)
    // A token that cannot be decrypted must be entered again.
    await db.update('moysklad_connections', { token: `${row.token.slice(0, -4)}AAAA` }).execute()
    expect((await client.get('/company/moi_sklad')).body.moi_sklad).toMatchObject({
      state: 'refused',
      masked_token: '••••',
    })
  })
})

describe('settings', () => {
  test('are stored, and errors name their field', async () => {
    const { client } = await stage()
    await client.post('/company/moi_sklad', {
      token: theirs.addAccount('uyut').addToken({ forbidden: ['employee'] }),
    })
    const put = (body: object) => client.post('/company/moi_sklad', body)
    const { body } = await put({ sync: only('product', 'store'), version: 1 })
    expect(body.moi_sklad).toMatchObject({ sync: only('store', 'product'), version: 2 })
    expect(fieldsOf(await put({ sync: { stock: true, products: false } }))).toEqual([422, 'sync.stock'])
    expect(fieldsOf(await put({ sync: { employees: true } }))).toEqual([422, 'sync.employees'])
    expect(fieldsOf(await put({ sync: only() }))).toEqual([422, 'sync'])
    expect(fieldsOf(await put({ sync: { money: true } }))).toEqual([422, 'sync.money'])
    expect(fieldsOf(await put({ organization_id: crypto.randomUUID() }))).toEqual([422, 'organization_id'])
    expect(fieldsOf(await put({ url: 'http://evil' }))).toEqual([422, 'url'])
    expect(codeOf(await put({ sync: only('store'), version: 1 }))).toEqual([409, 'stale'])
    expect((await put({})).body.moi_sklad).toMatchObject({ sync: only('store', 'product'), version: 2 })
  })

  test('change one flag and leave the others', async () => {
    const { client } = await stage()
    await client.post('/company/moi_sklad', { token: theirs.addAccount('uyut').addToken() })
    const { body } = await client.post('/company/moi_sklad', { sync: { employees: false } })
    expect(body.moi_sklad).toMatchObject({ sync: only('organization', 'store', 'product', 'stock') })
  })

  test('are stored together with the token, or neither is stored', async () => {
    const { client } = await stage()
    const account = theirs.addAccount('uyut')
    const organization = account.put('organization', { name: 'Ромашка' })
    const token = account.addToken({ forbidden: ['employee'] })
    const sync = only('organization', 'store')
    const refused = await client.post('/company/moi_sklad', { token, sync: { employees: true } })
    expect(fieldsOf(refused)).toEqual([422, 'sync.employees'])
    expect((await client.get('/company/moi_sklad')).body.moi_sklad).toEqual({ connected: false })
    const answer = await client.post('/company/moi_sklad', { token, sync, organization_id: organization.id })
    expect([answer.statusCode, answer.body.moi_sklad]).toMatchObject([
      200,
      { connected: true, masked_token: `••••${token.slice(-4)}`, sync, organization_id: organization.id },
    ])
  })

  test('require a token if there is no connection', async () => {
    const { client } = await stage()
    for (const body of [{}, { sync: only('store') }])
      expect(fieldsOf(await client.post('/company/moi_sklad', body))).toEqual([422, 'token'])
  })
})

describe('an admin', () => {
  async function stageAdmin() {
    const { client, db } = await stage()
    const token = theirs.addAccount('uyut').addToken()
    await client.post('/company/moi_sklad', { token })
    const admin = await TestClient.signIn(app.app, await buildUser(app.root, db, 'admin'))
    return { owner: client, admin, db, token }
  }

  test('sees state, health, run and log, and neither token nor settings', async () => {
    const { owner, admin, db, token } = await stageAdmin()
    const line = { part: 'product', action: 'create', title: 'Тарелка', created_at: '2026-11-20T06:00:00Z' }
    for (let at = 0; at < 22; at++)
      await db.insert('moysklad_log', { ...line, title: `Тарелка ${at}` } as never).execute() // the table accepts it
    const answer = await admin.get('/company/moi_sklad')
    const seen = answer.body.moi_sklad as Record<string, unknown>
    expect(Object.keys(seen).toSorted()).toEqual([
      'connected',
      'connected_at',
      'health',
      'hooks',
      'log',
      'next_at',
      'pause',
      'run',
      'state',
    ])
    expect((seen.log as { title: string }[]).map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, at) => `Тарелка ${21 - at}`),
    )
    expect(answer.raw.body).not.toContain(token.slice(-4))
    const whole = (await owner.get('/company/moi_sklad')).body.moi_sklad
    expect(whole).toMatchObject(seen)
  })

  test('starts a run that has them as its user, and may change nothing else', async () => {
    const { owner, admin } = await stageAdmin()
    expect((await admin.post('/company/moi_sklad/sync', {})).statusCode).toBe(201)
    expect((await admin.post('/company/moi_sklad/sync', {})).statusCode).toBe(409)
    const { run } = (await owner.get('/company/moi_sklad')).body.moi_sklad as { run: { user: object } }
    expect(run.user).toMatchObject({ full_name: 'Дарья Климова' })
    for (const [method, path] of ownersOnly) {
      const answer = await (method === 'GET' ? admin.get(path) : admin.send(method, path, {}))
      expect([path, answer.statusCode]).toEqual([path, 403])
    }
  })

  test('sees that there is no connection, and cannot start a run', async () => {
    const { db } = await stage()
    const admin = await TestClient.signIn(app.app, await buildUser(app.root, db, 'admin'))
    expect((await admin.get('/company/moi_sklad')).body.moi_sklad).toEqual({ connected: false })
    expect((await admin.post('/company/moi_sklad/sync', {})).statusCode).toBe(409)
  })
})

/** All calls of MoySklad, except those that admins may make and the webhook that customers' accounts call. */
const ownersOnly = Object.values({ ...moySklad, ...moySkladItems })
  .filter(({ access }) => access === 'owner')
  .map(({ method, path }): [typeof method, string] => [method, path.replace(':id', '1')])

test('all paths begin with /company/moi_sklad, except the webhook path, which never changes', () => {
  const paths = Object.values({ ...moySklad, ...moySkladItems }).map(({ path }): string => path)
  const outside = paths.filter((path) => !/^\/company\/moi_sklad(\/|$)/.test(path))
  expect(outside).toEqual(['/moy_sklad/hooks/:hook_key'])
  const open = Object.entries(moySklad).filter(([, { access }]) => access !== 'owner')
  expect(open.map(([name, { access }]) => [name, access])).toEqual([
    ['get', 'admin'],
    ['sync', 'admin'],
    ['hook', 'anyone'],
  ])
  expect(Object.values(moySkladItems).every(({ access }) => access === 'owner')).toBe(true)
})
