export const userTypes = ['staff', 'admin', 'owner'] as const
export type UserType = (typeof userTypes)[number]

/** Whether the change from `before` to `after` gives a person more rights. */
export const isPromotion = (before: UserType, after: UserType): boolean =>
  userTypes.indexOf(after) > userTypes.indexOf(before)

/** Who may make a call: anyone, or a signed-in person of at least this type. */
export type Access = 'anyone' | UserType

/** Whether a person of `type` (null: a guest) meets `access`. */
export function mayKnock(access: Access, type: UserType | null): boolean {
  if (access === 'anyone') return true
  return type !== null && userTypes.indexOf(type) >= userTypes.indexOf(access)
}
