import { useWholeList } from '../../../api/cache/query.ts'
import { failureOver } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { isManaged } from '../../users/users.tsx'
import { mayPostTo, type Recipient } from '../post/use-recipients.ts'

/** All people with a balance to pay out, including those who have left, by name. */
export function usePayees() {
  const me = useUser()
  const { data, error, refetch } = useWholeList('users.list', {
    // Largest balances first, so that people beyond the read limit are those with the smallest.
    query: { sort_by: 'money', direction: 'desc' },
  })
  const payees: Recipient[] | undefined = data
    ?.flatMap(({ users }) => users)
    .filter(isManaged)
    .filter(({ id, money }) => money > 0 && mayPostTo(me, id))
    .sort((one, other) => one.full_name.localeCompare(other.full_name, 'ru'))
  return { payees, error: failureOver(data, error), retry: () => void refetch() }
}
