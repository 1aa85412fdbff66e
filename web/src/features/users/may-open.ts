import type { CurrentUser } from '@artel/contract/users'

/** Whose page somebody may open: staff their own. The server says the same; here it spares a link that is refused. */
export const mayOpenUser = (me: Pick<CurrentUser, 'id' | 'type'>, id: number): boolean =>
  me.type !== 'staff' || me.id === id
