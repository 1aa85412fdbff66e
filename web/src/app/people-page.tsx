import { lazy } from 'react'
import { UsersPage } from '../features/users/users-page.tsx'

const TeamHours = lazy(async () => ({
  default: (await import('../features/hours/team-hours.tsx')).TeamHours,
}))

/** The list of people, and their hours. */
export const PeoplePage = () => <UsersPage Hours={TeamHours} />
