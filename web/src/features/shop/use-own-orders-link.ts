import { useUser } from '../../api/session.ts'

/** The way to what the signed-in person has ordered; others' orders are there too for whoever hands them out. */
export function useOwnOrdersLink() {
  const { id, type } = useUser()
  const search = type === 'staff' ? {} : { user_id: [id], status: [] }
  return { to: '/orders', search } as const
}
