import type { TableColumns } from '@artel/contract/users/users'
import { useSyncExternalStore } from 'react'
import { readPagePerson } from '../../api/session/page-person.ts'

/** Changed columns of views that are not saved yet, by the id of the view; null: none. */
const unsaved = new Map<number, TableColumns | null>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The unsaved columns of a view. They outlive a reload of the page and end with its tab. */
export const useUnsavedColumns = (id: number | undefined): TableColumns | undefined =>
  useSyncExternalStore(subscribe, () => (id === undefined ? undefined : findColumns(id)))

function findColumns(id: number): TableColumns | undefined {
  if (!unsaved.has(id)) unsaved.set(id, readColumns(id))
  return unsaved.get(id) ?? undefined
}

const keyOf = (id: number): string => `artel-columns.${readPagePerson()}.${id}`

export function setUnsavedColumns(id: number, columns: TableColumns | null): void {
  unsaved.set(id, columns)
  for (const tell of listeners) tell()
  try {
    if (columns) sessionStorage.setItem(keyOf(id), JSON.stringify(columns))
    else sessionStorage.removeItem(keyOf(id))
  } catch {
    // The storage is full or forbidden. The columns then last until the page is loaded again.
  }
}

function readColumns(id: number): TableColumns | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? 'null')
    return isColumns(read) ? read : null
  } catch {
    return null
  }
}

/** The storage is open to other code and to people, so its content may be anything. */
function isColumns(value: unknown): value is TableColumns {
  if (typeof value !== 'object' || value === null) return false
  const { hidden = [], order = [], widths = {} } = value as Partial<Record<keyof TableColumns, unknown>>
  return Array.isArray(hidden) && Array.isArray(order) && typeof widths === 'object' && widths !== null
}
