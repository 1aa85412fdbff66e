// Without schemas, so that the bell and the profile do not load the schema library.

import { isolated } from '../shapes/isolate.ts'

export const pushStatuses = ['scheduled', 'sending', 'sent', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

/** Notifications that are automatically copied to the person's devices, if the company wants it. */
export const automaticKinds = [
  'task_assigned',
  'task_returned',
  'money_received',
  'coins_received',
  'order_status',
  'achievement',
  'workday_end',
] as const
export type AutomaticKind = (typeof automaticKinds)[number]

/** Placeholders in braces that a company's own text of each kind may use. */
export const automaticPlaceholders: Record<AutomaticKind, readonly string[]> = {
  task_assigned: ['name', 'id', 'count', 'actor'],
  task_returned: ['name', 'id', 'reason', 'actor'],
  money_received: ['given', 'reason', 'actor'],
  coins_received: ['given', 'reason', 'actor'],
  order_status: ['name', 'id', 'comment', 'actor'],
  achievement: ['achieved', 'given', 'reason'],
  workday_end: ['minutes'],
}

/** The first invalid placeholder of a company's own text: an unknown name, or a single brace. */
export function strangePlaceholder(kind: AutomaticKind, text: string): string | undefined {
  const known = automaticPlaceholders[kind]
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((found) => !known.some((name) => found === `{${name}}`))
}

/** A company's own text with values in place of its placeholders. */
const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => isolated(String(values[name] ?? '')))

type Words = { title: string; body: string }

/** Kinds of copies that must say how much was given or taken. */
const kindsOfWorth: readonly AutomaticKind[] = ['money_received', 'coins_received']

/**
 * What a copy says: the company's own texts, and the usual ones where it has none. A lock screen shows nothing else,
 * and admins write these texts, so own texts about money or coins that leave the sum out are followed by the usual
 * title, which has it.
 */
export function wordsOfCopy(
  kind: AutomaticKind,
  own: { [Part in keyof Words]: string | null },
  usual: Words,
  values: Record<string, string | number>,
): Words {
  const fill = (text: string | null) => (text === null ? null : fillPlaceholders(text, values).trim())
  // A text that consists of placeholders may be empty after filling.
  const [title, body] = [fill(own.title) || usual.title, fill(own.body) ?? usual.body]
  const isSumSaid = own.title === null || `${own.title}${own.body}`.includes('{given}')
  if (isSumSaid || !kindsOfWorth.includes(kind)) return { title, body }
  return { title, body: [usual.title, body].filter(Boolean).join('. ') }
}

/** Maximum characters of a push that an admin writes. */
export const maxPushTitle = 100
export const maxPushBody = 500
/** Maximum characters of the own text of an automatic push. */
export const maxOwnTitle = 100
export const maxOwnBody = 200
/** Maximum number of people that an audience may name. */
export const maxNamed = 1000
/** Maximum number of warehouses that an audience may name. */
export const maxNamedWarehouses = 200

/** Anything in a path that a browser, a proxy or the router may resolve into another path or another host. */
const turningPath = /\/\/|%2f|%5c|\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Whether a link of a push stays in the app. Browsers read `//x`, `/\\x` and white space as something else, and
 * remove dot segments, so that `/..//x` becomes `//x`.
 */
export function isOwnPath(url: string): boolean {
  const [path = ''] = url.split(/[?#]/, 1)
  return /^\/[^\s\\]*$/.test(url) && !turningPath.test(path)
}
