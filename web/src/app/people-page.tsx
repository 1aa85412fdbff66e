import { lazy } from 'react'
import { UsersPage } from '../features/users/users-page.tsx'

const TeamHours = lazy(async () => ({
  default: (await import('../features/hours/team-hours.tsx')).TeamHours,
}))

/** People as a list, and by their hours. */
export const PeoplePage = () => <UsersPage Hours={TeamHours} />
