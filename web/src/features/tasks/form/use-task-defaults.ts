import { useSession, useUser } from '../../../api/session/session.ts'

/** Defaults of a new task, from its author and from the company. */
export function useTaskDefaults() {
  const { company, warehouses } = useSession()
  const { warehouse_id } = useUser()
  return {
    requires_review: company?.settings.tasks?.require_review ?? false,
    warehouse_id: warehouses.some(({ id, is_active }) => id === warehouse_id && is_active)
      ? warehouse_id
      : null,
  }
}
