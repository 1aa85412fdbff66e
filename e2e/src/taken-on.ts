import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { ApiClient } from './api-client.ts'
import { mailedLink } from './outbox.ts'
import { password, people, signInAs } from './people.ts'

const secret = 'три зелёных ящика'

export type Someone = { id: number; name: string; last: string; email: string }

/** Somebody whom no other journey touches, and who has not come in yet. */
export async function takeOn(api: ApiClient, last: string): Promise<Someone> {
  const mark = randomUUID().slice(0, 8)
  const [marked, email] = [`${last}-${mark}`, `taken-${mark}@artel.demo`]
  const draft = { first_name: 'Вера', last_name: marked, email }
  const { user } = await api.call<{ user: { id: number } }>('POST', '/users/create', draft)
  return { id: user.id, name: `Вера ${marked}`, last: marked, email }
}

/** The same, with a password to come in by. */
export async function invite(api: ApiClient, last: string): Promise<Someone> {
  const someone = await takeOn(api, last)
  const { email } = someone
  const link = new URL(await mailedLink(email))
  await api.call('POST', '/auth/reset', {
    ...{ token: link.pathname.split('/').at(-1), email, password: secret, password_confirmation: secret },
  })
  return someone
}

export async function asAdmin(): Promise<ApiClient> {
  const api = new ApiClient(inject('address'))
  await api.signIn(people.admin.login, password)
  return api
}

export const comeIn = (page: Page, { email }: Someone, path = '/tasks'): Promise<void> =>
  signInAs(page, email, secret, path)
