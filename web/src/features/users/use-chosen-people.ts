import type { Person } from '@artel/contract/users'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { mostOptions, usePeople } from './use-people.ts'

const everyone = () => true

/**
 * What a field of several people offers: those who are found and not chosen yet, and then whoever is chosen.
 * @param isOffered whether somebody may be chosen at all
 */
export function useChosenPeople(
  chosen: readonly number[],
  isOffered: (person: Person) => boolean = everyone,
): { people: Person[]; onSearch: (text: string) => void } {
  const [search, setSearch] = useState('')
  // Those whom the form began with have names as well.
  const [first] = useState([...chosen])
  const { data } = useCall(
    'users.list',
    { query: { limit: mostOptions }, body: { ids: first } },
    { enabled: first.length > 0 },
  )
  const found = usePeople(search, null).filter(isOffered)
  const [known] = useState(() => new Map<number, Person>())
  for (const person of [...(data?.users ?? []), ...found]) known.set(person.id, person)
  const others = found.filter(({ id }) => !chosen.includes(id))
  return { people: [...others, ...chosen.flatMap((id) => known.get(id) ?? [])], onSearch: setSearch }
}
