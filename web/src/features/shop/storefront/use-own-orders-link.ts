import { useUser } from '../../../api/session/session.ts'

/**
 * The link to the orders of the signed-in person.
 * For admins it filters, because they also see the orders of others.
 */
export function useOwnOrdersLink() {
  const { id, type } = useUser()
  const search = type === 'staff' ? {} : { user_id: [id], status: [] }
  return { to: '/orders', search } as const
}
