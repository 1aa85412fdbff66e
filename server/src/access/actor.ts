import type { UserType } from '@artel/contract/access'
import type { Locale } from '@artel/contract/shapes/primitives'

/** The signed-in user on whose behalf a request runs. */
export type Actor = {
  userId: number
  companyId: number
  type: UserType
  language: Locale
  /** The company's offset from UTC, hours. */
  timezone: number
  /** Whether the company is active. */
  isCompanyActive: boolean
  /** Somebody else chose the password. Until the user chooses a new one, most requests are rejected. */
  mustChangePassword: boolean
  /** The company requires a second factor. Until the user sets one up, most requests are rejected. */
  mustSetUpTotp: boolean
  /** The network address of the client. */
  address: string
  /** A short description of the browser. */
  device: string
}

export const isAdmin = (actor: Pick<Actor, 'type'>): boolean => actor.type !== 'staff'

/**
 * Whether the actor may decide on the pay or work of a user. Admins may for everybody but themselves, owners
 * also for themselves.
 */
export const mayDecideFor = (actor: Pick<Actor, 'userId' | 'type'>, userId: number | null): boolean =>
  actor.type === 'owner' || (isAdmin(actor) && userId !== actor.userId)
