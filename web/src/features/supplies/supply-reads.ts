import type { CallName } from '../../api/calls.ts'
import { boxReaders } from '../../api/live.ts'

/** Every call whose response a change of a supply or its boxes changes. */
export const supplyReads: readonly CallName[] = [
  ...boxReaders,
  ...(['supplies.list', 'supplies.scans', 'tasks.list', 'tasks.get'] as const),
]
