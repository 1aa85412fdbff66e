import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, callers, type World } from '../testing/access/row.ts'
import { rows } from '../testing/access/rows.ts'
import { useTestApp } from '../testing/app.ts'
import { buildCompany, buildUser } from '../testing/build.ts'
import { TestClient } from '../testing/client.ts'
import { fingerprint } from '../testing/fingerprint.ts'

const declared: Record<string, Call> = Object.fromEntries(
  Object.entries(calls).flatMap(([feature, named]) =>
    Object.entries<Call>(named).map(([name, call]) => [`${feature}.${name}`, call]),
  ),
)

describe('access', () => {
  const test_ = useTestApp()
  let world: World
  let clients: Record<Caller, TestClient>

  const signIn = async (caller: Caller) =>
    caller === 'guest' ? TestClient.guest(test_.app) : TestClient.signIn(test_.app, world.people[caller])

  beforeAll(async () => {
    const [db, other] = [await buildCompany(test_.root), await buildCompany(test_.root)]
    const staff = await buildUser(test_.root, db, 'staff')
    const colleague = await buildUser(test_.root, db, 'staff')
    const admin = await buildUser(test_.root, db, 'admin')
    const owner = await buildUser(test_.root, db, 'owner')
    const stranger = await buildUser(test_.root, other, 'owner')
    world = { root: test_.root, db, other, people: { staff, colleague, admin, owner, stranger } }
    const signedIn = await Promise.all(callers.map(async (caller) => [caller, await signIn(caller)] as const))
    clients = Object.fromEntries(signedIn) as typeof clients // one entry for each caller
  })

  test('every call has a row', () => {
    const covered = new Set(rows.map((row) => row.call))
    expect(Object.keys(declared).filter((name) => !covered.has(name))).toEqual([])
    expect([...covered].filter((name) => !declared[name])).toEqual([])
  })

  for (const row of rows) {
    const call = declared[row.call]
    if (!call) continue
    test.each(callers.map((caller, index) => ({ caller, status: row.expect[index] })))(
      `${[row.call, row.case].filter(Boolean).join(' ')}: $caller is answered $status`,
      async ({ caller, status }) => {
        const endsSession = row.call === 'auth.logout' || row.call === 'auth.login'
        const client = endsSession ? await signIn(caller) : clients[caller]
        const { id, query = '', body } = (await row.make?.(world)) ?? {}
        const before = await fingerprint(test_.root, [world.db.companyId, world.other.companyId])
        const path = call.path.replace(':id', String(id)) + query
        const answer = await client.send(call.method, path, call.method === 'GET' ? undefined : (body ?? {}))
        expect(answer.statusCode).toBe(status)
        const isRefused = answer.statusCode >= 400
        if (call.success < 204) expect(answer.body.status).toBe(!isRefused)
        if (isRefused) {
          expect(await fingerprint(test_.root, [world.db.companyId, world.other.companyId])).toBe(before)
        }
      },
    )
  }
})
