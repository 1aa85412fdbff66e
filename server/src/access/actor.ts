import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/primitives'

/** The signed-in person on whose behalf a call runs. */
export type Actor = {
  userId: number
  companyId: number
  type: UserType
  language: Locale
  /** Of the company, hours from UTC. */
  timezone: number
  /** Of the company. */
  isCompanyActive: boolean
  /** Somebody else chose their password; until they choose one, hardly any call answers them. */
  mustChangePassword: boolean
  /** The company wants a second factor of them; until they have one, hardly any call answers them. */
  mustSetUpTotp: boolean
  /** From where the call comes. */
  address: string
  /** What the browser says of itself, in a few words. */
  device: string
}

export const isAdmin = (actor: Actor): boolean => actor.type !== 'staff'

/**
 * Whether the actor may decide on what a person is paid or has worked: admins on everybody's but their own, owners on
 * their own, too.
 */
export const mayDecideFor = (actor: Actor, userId: number | null): boolean =>
  actor.type === 'owner' || (isAdmin(actor) && userId !== actor.userId)
