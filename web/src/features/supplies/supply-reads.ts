import type { CallName } from '../../api/calls.ts'

/** Every call whose answer a change of a supply or of its boxes changes. */
export const supplyReads: readonly CallName[] = [
  ...(['supplies.list', 'supplies.get', 'supplies.packing', 'supplies.boxes', 'supplies.getBox'] as const),
  ...(['supplies.scans', 'tasks.list', 'tasks.get'] as const),
]
