import type { UserType } from '../access.ts'

/** What a new company does first, in this order. */
export const firstStepNames = ['company', 'hours', 'people', 'products', 'task', 'supply'] as const
export type FirstStepName = (typeof firstStepNames)[number]

/** The steps that a person of `type` may take. Only owners change the card of the company. */
export const firstStepsOf = (type: UserType): readonly FirstStepName[] => {
  if (type === 'owner') return firstStepNames
  return type === 'admin' ? firstStepNames.filter((name) => name !== 'company') : []
}
