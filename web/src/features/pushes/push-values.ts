import type { UserType } from '@artel/contract/access'
import type { League } from '@artel/contract/achievements/achievements.line'
import type { FieldErrors } from '@artel/contract/errors/errors'
import type { Push, PushAudience } from '@artel/contract/pushes/pushes'
import { isOwnPath } from '@artel/contract/pushes/pushes.line'

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
  warehouse_ids: number[]
  shift: (typeof shifts)[number]
  isLater: boolean
  send_at: string | null
}

/** Whether the recipients are on shift. */
export const shifts = ['any', 'on', 'off'] as const

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
  warehouse_ids: [],
  shift: 'any',
  isLater: false,
  send_at: null,
}

type Draft = Pick<Push, 'title' | 'body' | 'url' | 'audience' | 'send_at'>

/** The form values of a push. */
export function valuesOf({ title, body, url, audience, send_at }: Draft): PushValues {
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
    warehouse_ids: audience.warehouse_ids ?? [],
    shift: audience.is_on_shift === undefined ? 'any' : audience.is_on_shift ? 'on' : 'off',
    isLater: true,
    send_at,
  }
}

export function urlOf({ page, path }: PushValues): string | null {
  if (page === 'none') return null
  return page === 'other' ? path.trim() : `/${page}`
}

/** The audience of the form; null: a narrowed audience without any choice. */
export function audienceOf(values: PushValues): PushAudience | null {
  const { whom, types, leagues, user_ids, warehouse_ids, shift } = values
  if (whom === 'all') return { all: true }
  const audience = {
    ...(types.length > 0 && { types }),
    ...(leagues.length > 0 && { leagues }),
    ...(user_ids.length > 0 && { user_ids }),
    ...(warehouse_ids.length > 0 && { warehouse_ids }),
    ...(shift !== 'any' && { is_on_shift: shift === 'on' }),
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
