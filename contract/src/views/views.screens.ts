import type { Access } from '../access.ts'

// Without schemas, so that a list in the browser reads its name here without loading the schema library.

/** Screens that have saved views, by the name of the feature, and who may open them. */
export const viewScreens = { tasks: 'staff', users: 'admin', stats: 'staff' } as const satisfies Record<
  string,
  Access
>
export type ViewScreen = keyof typeof viewScreens

/** Maximum views that a person saves, and maximum views that a company shares. */
export const maxOwnViews = 50
export const maxSharedViews = 50
