import type { ManagedUser } from '@artel/contract/users/users'

/** Admins receive people with all fields, staff only with photo and name. */
export const isManaged = (user: object): user is ManagedUser => 'can' in user
