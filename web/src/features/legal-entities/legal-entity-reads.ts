import type { CallName } from '../../api/calls.ts'

/** Every call whose response a change of a legal entity changes. */
export const legalEntityReads: readonly CallName[] = ['legalEntities.list', 'legalEntities.get']
