import { UsersPage } from '../../features/users/list/users-page.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'

const TeamHours = lazyPart(async () => (await import('../../features/hours/team/team-hours.tsx')).TeamHours)

/** The list of people, and their hours. */
export const PeoplePage = () => <UsersPage Hours={TeamHours} />
