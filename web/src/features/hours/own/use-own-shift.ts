import { useCall } from '../../../api/cache/query.ts'
import { useUser } from '../../../api/session/session.ts'

/** The running shift of the signed-in person; null: none; undefined until the first response. */
export function useOwnShift() {
  const { id } = useUser()
  const { data } = useCall('hours.list', { query: { limit: 1 }, body: { user_id: id, is_open: true } })
  return data && (data.hours[0] ?? null)
}
