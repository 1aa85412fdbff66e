import { lazy } from 'react'
import { UsersPage } from '../features/users/list/users-page.tsx'

const TeamHours = lazy(async () => ({
  default: (await import('../features/hours/team/team-hours.tsx')).TeamHours,
}))

/** The list of people, and their hours. */
export const PeoplePage = () => <UsersPage Hours={TeamHours} />
