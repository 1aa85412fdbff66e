import { type Access, mayKnock, type UserType } from '@artel/contract/access'

/** The parts of the team's page; the first needs no word in the address. */
export const teamParts = ['team', 'products', 'compare', 'cost'] as const
export type TeamPart = (typeof teamParts)[number]

const access: Record<TeamPart, Access> = {
  team: 'staff',
  products: 'staff',
  compare: 'admin',
  cost: 'owner',
}

/** As the server has it; here it spares a page that is refused. */
export const isOpenTo = (part: TeamPart, type: UserType): boolean => mayKnock(access[part], type)
