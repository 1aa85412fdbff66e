import type { UserType } from '@artel/contract/access'
import type { League } from '@artel/contract/achievements.line'
import type { FieldErrors } from '@artel/contract/errors'
import type { Push, PushAudience } from '@artel/contract/pushes'
import { isOwnPath } from '@artel/contract/pushes.line'

/** The values of the push form. */
export type PushValues = {
  title: string
  body: string
  /** One of `pages`, `none`, or `other` with a custom path. */
  page: string
  path: string
  whom: 'all' | 'some'
  types: UserType[]
  leagues: League[]
  user_ids: number[]
  isLater: boolean
  send_at: string | null
}

/** Pages that a push often links to. */
export const pages = [
  'tasks',
  'shop',
  'instructions',
  'supplies',
  'orders',
  'money',
  'coins',
  'profile',
] as const

export const emptyPush: PushValues = {
  title: '',
  body: '',
  page: 'none',
  path: '',
  whom: 'all',
  types: [],
  leagues: [],
  user_ids: [],
  isLater: false,
  send_at: null,
}

/** The form values of a push. */
export function valuesOf({ title, body, url, audience, send_at }: Push): PushValues {
  const page = url === null ? 'none' : (pages.find((one) => url === `/${one}`) ?? 'other')
  return {
    title,
    body,
    page,
    path: page === 'other' ? (url ?? '') : '',
    whom: audience.all ? 'all' : 'some',
    types: audience.types ?? [],
    leagues: audience.leagues ?? [],
    user_ids: audience.user_ids ?? [],
    isLater: true,
    send_at,
  }
}

export function urlOf({ page, path }: PushValues): string | null {
  if (page === 'none') return null
  return page === 'other' ? path.trim() : `/${page}`
}

/** The audience of the form; null: a narrowed audience without any choice. */
export function audienceOf({ whom, types, leagues, user_ids }: PushValues): PushAudience | null {
  if (whom === 'all') return { all: true }
  const audience = {
    ...(types.length > 0 && { types }),
    ...(leagues.length > 0 && { leagues }),
    ...(user_ids.length > 0 && { user_ids }),
  }
  return Object.keys(audience).length > 0 ? audience : null
}

type Words = { badPath: string; nobody: string; noTime: string }

/** Validates the values without the server. */
export function mistakesOf(values: PushValues, words: Words): FieldErrors {
  return {
    ...(values.page === 'other' && !isOwnPath(values.path.trim()) && { path: [words.badPath] }),
    ...(audienceOf(values) === null && { whom: [words.nobody] }),
    ...(values.isLater && values.send_at === null && { send_at: [words.noTime] }),
  }
}
