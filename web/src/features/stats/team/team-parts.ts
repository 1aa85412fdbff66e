import { type Access, mayKnock, type UserType } from '@artel/contract/access'

/** The tabs of the team page. The first is the default and is left out of the address. */
export const teamParts = ['team', 'products', 'compare', 'cost'] as const
export type TeamPart = (typeof teamParts)[number]

const access: Record<TeamPart, Access> = {
  team: 'staff',
  products: 'staff',
  compare: 'admin',
  cost: 'owner',
}

/** The same rule as on the server. Here it avoids opening a page that the server would refuse. */
export const isOpenTo = (part: TeamPart, type: UserType): boolean => mayKnock(access[part], type)
