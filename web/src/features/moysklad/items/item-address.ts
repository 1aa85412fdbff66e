import type { MoySkladKind, MoySkladPlan } from '@artel/contract/moysklad/moysklad.line'

export const settingsPath = '/settings/moy_sklad'

/** Plans that wait for a person. */
export const openPlans = ['ambiguous', 'invalid'] as const satisfies readonly MoySkladPlan[]

/** The address of a part of the page. `onlyOpen`: only rows that wait for a person. */
export const partSearch = (part: string, onlyOpen = false) => ({
  ...(part !== 'overview' && { part }),
  ...(onlyOpen && { plan: [...openPlans] }),
})

/** The address of rows with this kind and these plans. */
export const itemSearch = (kind: MoySkladKind | null, plan: readonly MoySkladPlan[]) => ({
  part: 'items',
  ...(kind !== null && { kind: [kind] }),
  ...(plan.length > 0 && { plan: [...plan] }),
})

/** The address of rows that were written without a field that breaks a rule. */
export const partialSearch = (kind: MoySkladKind | null) => ({ ...itemSearch(kind, []), is_partial: true })
