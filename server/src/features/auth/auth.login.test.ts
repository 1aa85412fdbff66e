import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTestApp } from '../../testing/app.ts'
import { type Answer, TestClient } from '../../testing/client.ts'
import { buildCompany, buildUser, testPassword } from '../../testing/rows/build.ts'
import { compareTimes } from '../../testing/values/times.ts'
import { hashPassword } from './password.ts'

// Counts the calls of the real library.
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>()
  return { ...library, hash: vi.fn(library.hash), verify: vi.fn(library.verify) }
})

const test_ = useTestApp()
const form = 'application/x-www-form-urlencoded'
let address = 0
/** Another address for each attempt, so that attempts share no limit. */
const elsewhere = () => ({ remoteAddress: `10.77.${(address >> 8) % 256}.${address++ % 256}` })

describe('a rejected sign-in', () => {
  test('gets a byte-identical response in equal time, whatever is wrong', async () => {
    const db = await buildCompany(test_.root)
    const guest = await TestClient.guest(test_.app)
    const four = (fields = {}) =>
      Promise.all(Array.from({ length: 4 }, () => buildUser(test_.root, db, 'staff', fields)))
    // The 100 rounds use four accounts of each kind in turn, because an account allows 50 attempts an hour.
    const [people, gone] = [await four(), await four({ status: 'archived' })]
    await db.update('logins', { password_hash: await hashPassword(testPassword) }).execute()
    const login = (email = '', password = testPassword) =>
      guest.send('POST', '/auth/login', { login: email, password }, elsewhere())
    const { answers, ratio } = await compareTimes(100, [
      (round) => login(`nobody-${round}@artel.test`),
      (round) => login(people[round % 4]?.email, 'a wrong password'),
      (round) => login(gone[round % 4]?.email),
    ])
    // Deletes the jobs, because other tests would have to run all of them.
    await sql`delete from jobs.job where name = 'wrong-login' and state < 'active' and data->>'address' like '10.77.%'`.execute(
      test_.root,
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([422]))
    expect(new Set(answers.map(({ raw }) => raw.body)).size).toBe(1)
    const headersOf = ({ raw }: Answer) => Object.keys(raw.headers).sort().join()
    expect(new Set(answers.map(headersOf)).size).toBe(1)
    // Usual differences are a few percent. Without the hash one kind would take a tenth of the time of the
    // others.
    expect(ratio).toBeLessThan(1.25)
  }, 120_000)
})

describe('a sign-in', () => {
  beforeEach(() => {
    vi.mocked(verify).mockClear()
    vi.mocked(hash).mockClear()
  })

  test.each<[string, object]>([
    ['an object', { payload: { login: 'a@artel.test', password: { $ne: '' } } }],
    ['a list', { payload: { login: 'a@artel.test', password: ['x'] } }],
    ['a number', { payload: { login: 'a@artel.test', password: 5 } }],
    ['null', { payload: { login: 'a@artel.test', password: null } }],
    ['missing', { payload: { login: 'a@artel.test' } }],
    ['empty', { payload: { login: 'a@artel.test', password: '' } }],
    ['1,001 characters long', { payload: { login: 'a@artel.test', password: 'x'.repeat(1001) } }],
    ['30,000 characters long', { payload: { login: 'a@artel.test', password: 'x'.repeat(30_000) } }],
    ['a list of a form', { payload: 'login=a@artel.test&password[]=x', headers: { 'content-type': form } }],
    [
      'in braces of a form',
      { payload: 'login=a@artel.test&password[ne]=', headers: { 'content-type': form } },
    ],
    ['an operator', { payload: 'login=a@artel.test&password[$ne]=', headers: { 'content-type': form } }],
  ])('whose password is %s is rejected before hashing', async (_, options) => {
    const guest = await TestClient.guest(test_.app)
    const { statusCode, body } = await guest.send('POST', '/auth/login', undefined, options)
    expect([statusCode, Object.keys(body.errors ?? {})]).toEqual([422, [expect.stringMatching(/^password/)]])
    expect([vi.mocked(verify).mock.calls, vi.mocked(hash).mock.calls]).toEqual([[], []])
  })

  test('beyond the attempt limit is rejected before hashing', async () => {
    const { email } = await buildUser(test_.root, await buildCompany(test_.root), 'staff')
    const guest = await TestClient.guest(test_.app)
    const here = elsewhere()
    const answers: number[] = []
    for (let round = 0; round < 20; round++) {
      const body = { login: email, password: 'a wrong password' }
      answers.push((await guest.send('POST', '/auth/login', body, here)).statusCode)
    }
    expect(answers).toEqual([...Array(5).fill(422), ...Array(15).fill(429)])
    expect(vi.mocked(verify).mock.calls).toHaveLength(5)
  })
})
