import type { ManagedUser } from '@artel/contract/users'

/** Admins are given people with all that is known of them, staff with their faces and names alone. */
export const isManaged = (user: object): user is ManagedUser => 'can' in user
