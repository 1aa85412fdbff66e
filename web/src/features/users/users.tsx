import type { Person } from '@artel/contract/users/users'
import { Link } from '@tanstack/react-router'
import { useMediaAddress } from '../../api/send/media.ts'
import { useUser } from '../../api/session/session.ts'
import { PersonName } from '../../ui/marks/avatar.tsx'
import { mayOpenUser } from './page/may-open.ts'
import classes from './users.module.css'

/** A person with photo and name, linked to their page if the viewer may open it. */
export function PersonLink({ person, size }: { person: Person; size?: number }) {
  const address = useMediaAddress()
  const me = useUser()
  const name = (
    <PersonName
      id={person.id}
      name={person.full_name}
      src={address(person.avatar)}
      {...(size !== undefined && { size })}
    />
  )
  if (!mayOpenUser(me, person.id)) return name
  return (
    <Link to="/user/$id" params={{ id: String(person.id) }} className={classes.link}>
      {name}
    </Link>
  )
}

export { isManaged } from './is-managed.ts'
export type { PeopleLayoutProps } from './list/users-page.tsx'
export { useChosenPeople } from './use-chosen-people.ts'
export { usePeople, usePeopleOptions } from './use-people.ts'
