// Free of schemas, so that pages which only filter by a status do not carry the checker of all shapes.

export const userStatuses = ['active', 'archived'] as const
export type UserStatus = (typeof userStatuses)[number]
