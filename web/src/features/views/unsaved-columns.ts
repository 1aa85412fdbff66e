import type { TableColumns } from '@artel/contract/users'
import { useSyncExternalStore } from 'react'
import { ownDrafts } from '../../forms/own-drafts.ts'

/** Changed columns of views that are not saved yet, by the id of the view; null: none. Read from the device once. */
const unsaved = new Map<number, TableColumns | null>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const draftName = (id: number): string => `views.columns:${id}`

/** The unsaved columns of a view. Like the drafts of forms, they stay on this device for a week. */
export const useUnsavedColumns = (id: number | undefined): TableColumns | undefined =>
  useSyncExternalStore(subscribe, () => (id === undefined ? undefined : findColumns(id)))

function findColumns(id: number): TableColumns | undefined {
  if (!unsaved.has(id)) unsaved.set(id, readColumns(id))
  return unsaved.get(id) ?? undefined
}

export function setUnsavedColumns(id: number, columns: TableColumns | null): void {
  unsaved.set(id, columns)
  for (const tell of listeners) tell()
  const drafts = ownDrafts()
  try {
    if (columns) drafts?.write(draftName(id), { columns: { from: null, to: columns } })
    else drafts?.remove(draftName(id))
  } catch {
    // The storage is full. The columns then last until the page is loaded again.
  }
}

function readColumns(id: number): TableColumns | null {
  const { to } = ownDrafts()?.read(draftName(id))?.fields.columns ?? {}
  return isColumns(to) ? to : null
}

/** The storage is open to other code and to people, so its content may be anything. */
function isColumns(value: unknown): value is TableColumns {
  if (typeof value !== 'object' || value === null) return false
  const { hidden = [], order = [], widths = {} } = value as Partial<Record<keyof TableColumns, unknown>>
  const isKeys = (keys: unknown) => Array.isArray(keys) && keys.every((key) => typeof key === 'string')
  const isWidth = (width: unknown) => width === null || typeof width === 'number'
  const areWidths = typeof widths === 'object' && widths !== null && Object.values(widths).every(isWidth)
  return isKeys(hidden) && isKeys(order) && areWidths
}
