import type { Person } from '@artel/contract/users/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useCall } from '../../api/cache/query.ts'
import { useSeen } from '../../api/cache/use-seen.ts'

const shown = 50
/** The largest page that the contract allows. */
export const maxOptions = 200

/** All people by name, including archived ones, as options of a filter. */
export function usePeopleOptions({ enabled = true } = {}): { value: number; label: string }[] {
  const query = { limit: maxOptions, sort_by: 'full_name', direction: 'asc' } as const
  const { data } = useCall('users.list', { query, body: {} }, { enabled })
  return (data?.users ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))
}

/**
 * Active people whose names contain `search`, and everyone who was offered so far.
 * @param known the chosen person, if the form knows who it is
 * @param chosen the id of the chosen person, who is read if nothing else tells who it is
 */
export function usePeople(search: string, known: Person | null, chosen: number | null = null): Person[] {
  const [text] = useDebouncedValue(search, 200)
  const { data } = useCall('users.list', {
    query: { limit: shown, sort_by: 'full_name', direction: 'asc' },
    body: { status: 'active', ...(text !== '' && { search: text }) },
  })
  const found: Person[] = data?.users ?? []
  const offered = useSeen(found, known ? [known] : [])
  const first = useCall(
    'users.list',
    { query: { limit: 1 }, body: { ids: [chosen ?? 0] } },
    { enabled: chosen !== null && data !== undefined && !offered.has(chosen) },
  )
  const seen = new Map([...(first.data?.users ?? []), ...offered.values()].map((one) => [one.id, one]))
  const others = [...seen.values()].filter(({ id }) => !found.some((person) => person.id === id))
  return text === '' ? [...found, ...others] : found
}
