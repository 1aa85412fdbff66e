import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeAll, inject } from 'vitest'
import type { TestApp } from '../app.ts'
import { type Answer, TestClient } from '../client.ts'
import { fingerprint } from '../fingerprint.ts'
import { buildCompany, buildUser } from '../rows/build.ts'
import { type Caller, callers, type Input, type World } from './row.ts'

/** Every call by its name, such as `tasks.create`. */
export const declared: Record<string, Call> = Object.fromEntries(
  Object.entries(calls).flatMap(([feature, named]) =>
    Object.entries<Call>(named).map(([name, call]) => [`${feature}.${name}`, call]),
  ),
)

/** Two companies, and a client for each kind of caller. The object is filled before the tests run. */
export type Stage = {
  world: World
  clients: Record<Caller, TestClient>
  signIn(caller: Caller): Promise<TestClient>
  /** A snapshot of all rows and files of the two companies: equal snapshots mean that nothing changed. */
  look(): Promise<unknown>
}

export function useStage(test_: TestApp): Stage {
  const stage = {} as Stage // filled by beforeAll, before any test reads it
  beforeAll(async () => {
    const [db, other] = [await buildCompany(test_.root), await buildCompany(test_.root)]
    const staff = await buildUser(test_.root, db, 'staff')
    const colleague = await buildUser(test_.root, db, 'staff')
    const admin = await buildUser(test_.root, db, 'admin')
    const owner = await buildUser(test_.root, db, 'owner')
    const stranger = await buildUser(test_.root, other, 'owner')
    const people = { staff, colleague, admin, owner, stranger }
    stage.world = { root: test_.root, db, other, people }
    stage.signIn = async (caller) =>
      caller === 'guest' ? TestClient.guest(test_.app) : TestClient.signIn(test_.app, people[caller])
    const signedIn = callers.map(async (caller) => [caller, await stage.signIn(caller)] as const)
    // One entry for each caller.
    stage.clients = Object.fromEntries(await Promise.all(signedIn)) as Stage['clients']
    const companies = [db.companyId, other.companyId]
    const folders = [test_.uploads.folder, ...companies.map((id) => mediaOf(id))]
    stage.look = async () => [
      await fingerprint(test_.root, companies),
      await Promise.all(folders.map((folder) => readdir(folder).catch(() => []))),
    ]
  })
  return stage
}

const mediaOf = (companyId: number) => join(inject('dataDir'), 'media', String(companyId))

/** Sends a call with the input of a row. */
export function ask(
  client: TestClient,
  call: Call,
  { id, params = {}, query = '', body }: Input,
): Promise<Answer> {
  const named = new Map(Object.entries(params))
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(named.get(name) ?? id)) + query
  return client.send(call.method, path, call.method === 'GET' ? undefined : (body ?? {}))
}
