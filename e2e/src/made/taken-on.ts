import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ApiClient } from '../api-client.ts'
import { password, people, signInAs } from '../people.ts'
import { mailedLink } from '../services/outbox.ts'
import { site } from '../site.ts'

const secret = 'три зелёных ящика'

export type Someone = { id: number; name: string; last: string; email: string }

async function signedIn(login: string, word: string): Promise<ApiClient> {
  const api = new ApiClient(site().address)
  await api.signIn(login, word)
  return api
}

let admin: { file: string | undefined; client: Promise<ApiClient> } | undefined

/**
 * The client of an admin. All tests of a file share it, because each sign-in takes time. Each file signs in again,
 * because the tests of another file may have ended the session.
 */
export function asAdmin(): Promise<ApiClient> {
  const { testPath: file } = expect.getState()
  if (!admin || admin.file !== file) admin = { file, client: signedIn(people.admin.login, password) }
  return admin.client
}

/** A client that is signed in as this user. */
export const asSomeone = ({ email }: Someone): Promise<ApiClient> => signedIn(email, secret)

/** A new user without a password, whom only this test uses. `last`: the last name. */
export async function makeSomeone(last: string): Promise<Someone> {
  const mark = randomUUID().slice(0, 8)
  const [named, email] = [`${last}-${mark}`, `journey-${mark}@artel.demo`]
  const api = await asAdmin()
  const draft = { first_name: 'Вера', last_name: named, email }
  const { user } = await api.call<{ user: { id: number } }>('POST', '/users/create', draft)
  return { id: user.id, name: `Вера ${named}`, last: named, email }
}

/** The same with a password. */
export async function takeOn(last: string): Promise<Someone> {
  const someone = await makeSomeone(last)
  const { email } = someone
  const link = new URL(await mailedLink(email))
  await (await asAdmin()).call('POST', '/auth/reset', {
    token: link.pathname.split('/').at(-1),
    email,
    password: secret,
    password_confirmation: secret,
  })
  return someone
}

export const comeIn = (page: Page, { email }: Someone, path = '/tasks'): Promise<void> =>
  signInAs(page, email, secret, path)
