import type { ManagedUser } from '@artel/contract/users/users'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import { useSeen } from '../../../api/cache/use-seen.ts'
import { useUser } from '../../../api/session/session.ts'
import { isManaged } from '../../users/users.tsx'

const shown = 200

export type Recipient = Pick<ManagedUser, 'id' | 'full_name' | 'avatar' | 'status' | 'money' | 'coins'>

/** People this person may post to, by name, and everyone seen so far. `first`: preselected people. */
export function useRecipients(first: readonly Recipient[]) {
  const me = useUser()
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const { data } = useCall('users.list', {
    query: { limit: shown, sort_by: 'full_name', direction: 'asc' },
    body: { status: 'active', ...(text !== '' && { search: text }) },
  })
  const found = (data?.users ?? []).filter(isManaged).filter(({ id }) => mayPostTo(me, id))
  const known = useSeen<Recipient>(found, first)
  return { found, known, search: setSearch }
}

/** Only an owner may post to themself. */
export const mayPostTo = (me: { id: number; type: string }, userId: number): boolean =>
  me.type === 'owner' || userId !== me.id
