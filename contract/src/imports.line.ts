// Free of schemas, so that pages which only show imports do not carry the checker of all shapes.

export const importKinds = ['products', 'supplies', 'localizations'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = ['waiting', 'running', 'done', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** What becomes of a row: `skip` leaves what is there as it is, `refuse` has errors. */
export const importActions = ['create', 'update', 'skip', 'refuse'] as const
export type ImportAction = (typeof importActions)[number]
