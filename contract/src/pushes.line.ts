// Free of schemas, so that the bell and the profile do not carry the checker of all shapes.

import { isolated } from './isolate.ts'

export const pushStatuses = ['scheduled', 'sending', 'sent', 'failed'] as const
export type PushStatus = (typeof pushStatuses)[number]

/** Notifications of which a copy goes to the person's devices by itself, where the company wants it. */
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

/** What a company's own text of each may name in braces. */
export const automaticPlaceholders: Record<AutomaticKind, readonly string[]> = {
  task_assigned: ['name', 'id', 'count', 'actor'],
  task_returned: ['name', 'id', 'reason', 'actor'],
  money_received: ['given', 'reason', 'actor'],
  coins_received: ['given', 'reason', 'actor'],
  order_status: ['name', 'id', 'comment', 'actor'],
  achievement: ['achieved', 'given', 'reason'],
  workday_end: ['minutes'],
}

/** What of a company's own text is no placeholder of the kind: an unknown name, or a brace that stands alone. */
export function strangePlaceholder(kind: AutomaticKind, text: string): string | undefined {
  const known = automaticPlaceholders[kind]
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((found) => !known.some((name) => found === `{${name}}`))
}

/** A company's own text with the values in place of their names. */
export const fillPlaceholders = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => isolated(String(values[name] ?? '')))

/** Characters of a push that an admin writes. */
export const mostPushTitle = 100
export const mostPushBody = 500
/** Of an automatic one's own text. */
export const mostOwnTitle = 100
export const mostOwnBody = 200
/** People that an audience may name. */
export const mostNamed = 1000

/** Whether a link of a push stays in the app: a browser takes `//x`, `/\\x` and white space for something else. */
export const isOwnPath = (url: string): boolean => /^\/(?![/\\])[^\s\\]*$/.test(url)
