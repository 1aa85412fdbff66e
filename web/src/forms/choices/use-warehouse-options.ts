import { useSession } from '../../api/session/session.ts'

/** Warehouses to choose from, in the order of the session: active ones, and the current ones of the item. */
export function useWarehouseOptions(...kept: readonly (number | null)[]): { value: number; label: string }[] {
  const { warehouses } = useSession()
  return warehouses
    .filter(({ id, is_active }) => is_active || kept.includes(id))
    .map(({ id, name }) => ({ value: id, label: name }))
}
