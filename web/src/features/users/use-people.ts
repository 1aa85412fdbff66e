import type { Person } from '@artel/contract/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '../../api/query.ts'
import { useSeen } from '../../api/use-seen.ts'

const shown = 50
/** The largest page that the contract allows. */
export const maxOptions = 200

/** All people by name, including archived ones, as options of a filter. */
export function usePeopleOptions({ enabled = true } = {}): { value: string; label: string }[] {
  const query = { limit: maxOptions, sort_by: 'full_name', direction: 'asc' } as const
  const { data } = useCall('users.list', { query, body: {} }, { enabled })
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: String(id), label: full_name }))
}

/** Active people whose names contain `search`, and everyone who was offered so far. */
export function usePeople(search: string, chosen: Person | null): Person[] {
  const [text] = useDebouncedValue(search, 200)
  const { data } = useCall('users.list', {
    query: { limit: shown, sort_by: 'full_name', direction: 'asc' },
    body: { status: 'active', ...(text !== '' && { search: text }) },
  })
  const found: Person[] = data?.users ?? []
  const seen = useSeen(found, chosen ? [chosen] : [])
  const others = [...seen.values()].filter(({ id }) => !found.some((person) => person.id === id))
  return text === '' ? [...found, ...others] : found
}
