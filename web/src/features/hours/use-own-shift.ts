import { useCall } from '../../api/query.ts'
import { useUser } from '../../api/session.ts'

/** The shift that the signed-in person is on now; null: none. Absent until the first answer. */
export function useOwnShift() {
  const { id } = useUser()
  const { data } = useCall('hours.list', { query: { limit: 1 }, body: { user_id: id, is_open: true } })
  return data && (data.hours[0] ?? null)
}
