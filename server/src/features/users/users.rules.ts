import type { UserRights } from '@artel/contract/users/users'
import { type Actor, isAdmin, mayDecideFor } from '../../access/actor.ts'

/** The fields on which rights to a person depend. */
export type UserStanding = Pick<Actor, 'type'> & {
  id: number
  status: 'active' | 'archived'
  is_invited: boolean
  has_totp: boolean
}

/** Admins see everybody. Staff see themselves, and only the public card of colleagues. */
export const maySee = (actor: Actor, user: { id: number }): boolean =>
  isAdmin(actor) || user.id === actor.userId

/** Admins manage staff, owners manage everybody. */
export const mayLead = (actor: Actor, user: Pick<Actor, 'type'>): boolean =>
  actor.type === 'owner' || (actor.type === 'admin' && user.type === 'staff')

export function rightsTo(actor: Actor, user: UserStanding): UserRights {
  const leads = mayLead(actor, user)
  const isActive = user.status === 'active'
  return {
    edit: leads,
    enter_hours: mayDecideFor(actor, user.id),
    change_type: actor.type === 'owner',
    archive: leads && isActive,
    restore: leads && !isActive,
    invite: leads && isActive && user.is_invited,
    // People remove their own second factor in the profile, with a code.
    reset_totp: actor.type === 'owner' && user.has_totp && user.id !== actor.userId,
    delete: actor.type === 'owner',
  }
}
