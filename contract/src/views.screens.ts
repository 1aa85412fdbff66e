import type { Access } from './access.ts'

// Free of schemas, so that a list in the browser knows its name here without the checker of all shapes.

/** Lists of which views are kept, by the name of their feature, and who may open them. */
export const viewScreens = { tasks: 'staff', users: 'admin' } as const satisfies Record<string, Access>
export type ViewScreen = keyof typeof viewScreens

/** So many views a person keeps for themself, and so many a company shares. */
export const mostOwnViews = 50
export const mostSharedViews = 50
