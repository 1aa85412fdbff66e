import type { Access } from './access.ts'

// Free of schemas, so that a list in the browser knows its name here without the checker of all shapes.

/** Of what views are kept, by the name of its feature, and who may open it. */
export const viewScreens = { tasks: 'staff', users: 'admin', stats: 'staff' } as const satisfies Record<
  string,
  Access
>
export type ViewScreen = keyof typeof viewScreens

/** So many views a person keeps for themself, and so many a company shares. */
export const mostOwnViews = 50
export const mostSharedViews = 50
