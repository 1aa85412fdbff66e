import type { CurrentUser } from '@artel/contract/users/users'

/**
 * Staff may open only their own page.
 * The server has the same rule; here it avoids a link that would be refused.
 */
export const mayOpenUser = (me: Pick<CurrentUser, 'id' | 'type'>, id: number): boolean =>
  me.type !== 'staff' || me.id === id
