import type { TableColumns } from '@artel/contract/users'
import { useSyncExternalStore } from 'react'

/** Changed columns of views that are not saved yet, by the id of the view. */
const unsaved = new Map<number, TableColumns>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The unsaved columns of a view. They last until the page is loaded again. */
export const useUnsavedColumns = (id: number | undefined): TableColumns | undefined =>
  useSyncExternalStore(subscribe, () => (id === undefined ? undefined : unsaved.get(id)))

export function setUnsavedColumns(id: number, columns: TableColumns | null): void {
  if (columns) unsaved.set(id, columns)
  else unsaved.delete(id)
  for (const tell of listeners) tell()
}
