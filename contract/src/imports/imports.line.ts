// Without schemas, so that pages that only show imports do not load the schema library.

export const importKinds = ['products', 'supplies', 'localizations'] as const
export type ImportKind = (typeof importKinds)[number]

export const importStates = ['waiting', 'running', 'done', 'failed', 'undoing', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/** The result of a row: `skip` leaves existing data unchanged, `refuse` has errors. */
export const importActions = ['create', 'update', 'skip', 'refuse'] as const
export type ImportAction = (typeof importActions)[number]
