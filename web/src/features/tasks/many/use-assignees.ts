import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import { useSeen } from '../../../api/cache/use-seen.ts'
import { nameKey } from './many-tasks.ts'

/** People in the first page. Most companies fit in it. */
const atOnce = 200

type Person = { id: number; full_name: string }

export type Assignees = {
  names: readonly string[]
  /** User ids by the lookup key of the name. */
  ids: ReadonlyMap<string, number>
  search: (text: string) => void
}

/** Active people by name, for fields that take a name as text. Namesakes are told apart by their number. */
export function useAssignees(): Assignees {
  const [text, setText] = useState('')
  const [sought] = useDebouncedValue(text, 200)
  const sorted = { limit: atOnce, sort_by: 'full_name', direction: 'asc' } as const
  const all = useCall('users.list', { query: sorted, body: { status: 'active' } })
  // If there are more people than the first page, the rest are searched for by the typed text.
  const isMore = (all.data?.pagination.total ?? 0) > atOnce && sought !== ''
  const found = useCall(
    'users.list',
    { query: { ...sorted, limit: 20 }, body: { status: 'active', search: sought } },
    { enabled: isMore },
  )
  const people = [...(all.data?.users ?? []), ...((isMore && found.data?.users) || [])]
  const seen = useSeen(people)
  const named = useMemo(() => nameApart([...seen.values()]), [seen])
  return useMemo(() => ({ ...named, search: setText }), [named])
}

function nameApart(people: readonly Person[]): Omit<Assignees, 'search'> {
  const keys = people.map(({ full_name }) => nameKey(full_name))
  const isShared = (name: string) => keys.indexOf(nameKey(name)) !== keys.lastIndexOf(nameKey(name))
  const named = people.map(
    ({ id, full_name: name }) => [isShared(name) ? `${name} №${id}` : name, id] as const,
  )
  return {
    names: named.map(([name]) => name),
    ids: new Map(named.map(([name, id]) => [nameKey(name), id])),
  }
}
