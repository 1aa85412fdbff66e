import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../database/connection/open.ts'

export const minuteMs = 60_000

const idleMs = 120 * minuteMs
export const longestMs = 1440 * minuteMs
export const rememberedMs = 30 * 1440 * minuteMs

/** Whether a session has expired at an instant. */
export function isOver(
  row: { is_remembered: boolean; created_at: string; last_seen_at: string },
  at: number,
): boolean {
  const [idle, longest] = row.is_remembered ? [rememberedMs, rememberedMs] : [idleMs, longestMs]
  return at - Date.parse(row.last_seen_at) > idle || at - Date.parse(row.created_at) > longest
}

/** The same condition in SQL, for lists of sessions. */
export function isLive(at: number) {
  const since = (ms: number) => new Date(at - ms).toISOString()
  return ({ or, and, eb }: ExpressionBuilder<Tables, 'sessions'>) =>
    or([
      and([eb('is_remembered', '=', true), eb('created_at', '>=', since(rememberedMs))]),
      and([
        eb('is_remembered', '=', false),
        eb('created_at', '>=', since(longestMs)),
        eb('last_seen_at', '>=', since(idleMs)),
      ]),
    ])
}
