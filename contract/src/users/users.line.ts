// Without schemas, so that pages that only filter by a status do not load the schema library.

export const userStatuses = ['active', 'archived'] as const
export type UserStatus = (typeof userStatuses)[number]
