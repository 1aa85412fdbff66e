import type { RouteGroup } from './route-table.ts'

export type GuardVerdict = 'stay' | 'home' | 'login'

type Visitor = { user: object | null }

/** Whether a visitor may stay on a page of `group`. Every page is allowed until the session is loaded. */
export function judgeVisit(group: RouteGroup, visitor: Visitor | null): GuardVerdict {
  if (visitor === null) return 'stay'
  if (visitor.user !== null) return group === 'logged-out' ? 'home' : 'stay'
  return group === 'authenticated' ? 'login' : 'stay'
}
