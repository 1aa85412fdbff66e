import { afterEach, describe, expect, test } from 'vitest'
import { moveClock } from '../../clock.ts'
import { useTestApp } from '../../testing/app.ts'
import { TestClient, testAddress } from '../../testing/client.ts'
import { buildCompany, buildSession, buildUser } from '../../testing/rows/build.ts'

const test_ = useTestApp()
afterEach(() => moveClock(0))

type Device = { id: number; device: string; is_current: boolean }

async function signedIn() {
  const user = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
  return { user, client: await TestClient.signIn(test_.app, user) }
}

const devicesOf = async (client: TestClient) => (await client.get('/user/sessions')).body.sessions as Device[]

describe('sessions', () => {
  test('are listed with the device; the current one is marked, expired ones are left out', async () => {
    const { user, client } = await signedIn()
    await buildSession(test_.root, user)
    const devices = await devicesOf(client)
    expect(devices.map(({ device, is_current }) => ({ device, is_current }))).toEqual(
      expect.arrayContaining([
        { device: 'lightMyRequest', is_current: true },
        { device: 'Firefox, Linux', is_current: false },
      ]),
    )
    expect(JSON.stringify(devices)).not.toContain('token')
    moveClock(119 * 60_000)
    await devicesOf(client)
    moveClock(130 * 60_000)
    expect(await devicesOf(client)).toHaveLength(1)
  })

  test('can be ended one by one, including the current one', async () => {
    const { user, client } = await signedIn()
    const other = await TestClient.signIn(test_.app, user)
    for (const { id } of (await devicesOf(client)).sort(
      (a, b) => Number(a.is_current) - Number(b.is_current),
    )) {
      expect((await client.send('DELETE', `/user/sessions/${id}`)).statusCode).toBe(200)
    }
    expect((await other.get('/user/sessions')).statusCode).toBe(401)
    expect((await client.get('/user/sessions')).statusCode).toBe(401)
  })

  test('can all be ended except the current one, with a log entry for each', async () => {
    const { user, client } = await signedIn()
    const others = [await TestClient.signIn(test_.app, user), await TestClient.signIn(test_.app, user)]
    for (const _ of [1, 2]) expect((await client.send('DELETE', '/user/sessions')).statusCode).toBe(200)
    for (const other of others) expect((await other.get('/user/sessions')).statusCode).toBe(401)
    expect(await devicesOf(client)).toMatchObject([{ is_current: true }])
    const told = await test_.root
      .selectFrom('audit')
      .select('before')
      .where('action', '=', 'session_end')
      .where('user_id', '=', user.id)
      .execute()
    expect(told).toEqual([1, 2].map(() => ({ before: { device: 'lightMyRequest', address: testAddress() } })))
  })

  test('of another person are answered with 404', async () => {
    const [mine, theirs] = [await signedIn(), await signedIn()]
    const [session] = await devicesOf(theirs.client)
    expect((await mine.client.send('DELETE', `/user/sessions/${session?.id}`)).statusCode).toBe(404)
    expect((await theirs.client.get('/user/sessions')).statusCode).toBe(200)
  })

  test('require a signed-in user', async () => {
    const guest = await TestClient.guest(test_.app)
    expect((await guest.get('/user/sessions')).statusCode).toBe(401)
    expect((await guest.send('DELETE', '/user/sessions/1')).statusCode).toBe(401)
  })
})
