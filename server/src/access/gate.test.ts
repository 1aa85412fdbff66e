import type { Call } from '@artel/contract/call'
import { calls } from '@artel/contract/index'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../database/db.ts'
import { useTestApp } from '../testing/app.ts'
import { TestClient } from '../testing/client.ts'
import { buildCompany, buildUser, type TestUser } from '../testing/rows/build.ts'

const test_ = useTestApp()

type Named = { name: string; call: Call }

// Without signing out, because that call is open too and would end the session for all later calls.
const all: Named[] = Object.entries(calls)
  .flatMap(([feature, named]) =>
    Object.entries<Call>(named).map(([name, call]) => ({ name: `${feature}.${name}`, call })),
  )
  .filter(({ name }) => name !== 'auth.logout')

/** Addresses that are no declared calls and need a session all the same. */
const others = ['/api/events', `/storage/media/${'a'.repeat(32)}.jpg`]

/** Makes every call, lists also as files. @returns name, status and error code of each answer */
async function knock(client: TestClient): Promise<[string, number, unknown][]> {
  const answers: [string, number, unknown][] = []
  for (const { name, call } of all) {
    // A foreign service has no session that the gate could refuse.
    if (call.isForeign) continue
    const path = call.path.replace(':id', '1')
    for (const query of 'isList' in call ? ['', '?format=csv', '?format=xlsx'] : ['']) {
      const body = call.method === 'GET' ? undefined : {}
      const { statusCode, body: answer } = await client.send(call.method, path + query, body)
      answers.push([name, statusCode, answer.code])
    }
  }
  for (const url of others) {
    const { statusCode, ...raw } = await test_.app.inject({ url, headers: { cookie: client.cookieHeader() } })
    answers.push([url, statusCode, raw.json().code])
  }
  return answers
}

describe('nearly all calls are refused', () => {
  let db: Db
  let person: TestUser
  beforeAll(async () => {
    db = await buildCompany(test_.root)
    person = await buildUser(test_.root, db, 'owner')
  })

  test.each([
    [
      'to whoever must first choose a password',
      'password_change_required',
      ['account.changePassword', 'app.localizations', 'app.setLocale', 'auth.csrfCookie', 'auth.init'],
      () => db.update('users', { force_change_password: true }).where('id', '=', person.id).execute(),
      () => db.update('users', { force_change_password: false }).where('id', '=', person.id).execute(),
    ],
    [
      'to people of a company that is switched off, on each device',
      'company_inactive',
      ['app.localizations', 'app.setLocale', 'auth.csrfCookie'],
      () => db.updateCompany({ is_active: false }),
      () => db.updateCompany({ is_active: true }),
    ],
  ])('%s', async (_, code, open, shut, reopen) => {
    const clients = [
      await TestClient.signIn(test_.app, person),
      await TestClient.signIn(test_.app, person, { remember: true }),
    ]
    await shut()
    for (const client of clients) {
      const answers = await knock(client)
      const isShut = ([, status, reason]: (typeof answers)[number]) => status === 403 && reason === code
      expect([...new Set(answers.filter((answer) => !isShut(answer)).map(([name]) => name))].sort()).toEqual(
        open,
      )
    }
    await reopen()
  })
})
