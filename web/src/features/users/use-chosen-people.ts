import type { Person } from '@artel/contract/users/users'
import { useState } from 'react'
import { useCall } from '../../api/cache/query.ts'
import { useSeen } from '../../api/cache/use-seen.ts'
import { maxOptions, usePeople } from './use-people.ts'

const everyone = () => true

/**
 * The options of a field for several people: found people who are not chosen yet, then the chosen ones.
 * @param isOffered whether a person may be chosen
 */
export function useChosenPeople(
  chosen: readonly number[],
  isOffered: (person: Person) => boolean = everyone,
): { people: Person[]; onSearch: (text: string) => void } {
  const [search, setSearch] = useState('')
  // The initially chosen people need names too.
  const [first] = useState([...chosen])
  const { data } = useCall(
    'users.list',
    { query: { limit: maxOptions }, body: { ids: first } },
    { enabled: first.length > 0 },
  )
  const found = usePeople(search, null).filter(isOffered)
  const known = useSeen([...(data?.users ?? []), ...found])
  const others = found.filter(({ id }) => !chosen.includes(id))
  return { people: [...others, ...chosen.flatMap((id) => known.get(id) ?? [])], onSearch: setSearch }
}
