import type { UserType } from '../access.ts'
import type { UserStatus } from './users.line.ts'

/** Words of people, on screens and in files. `title` also names the screen of a view. */
export const userWordsEn: Record<'title' | `type_${UserType}` | `status_${UserStatus}`, string> = {
  title: 'People',
  type_staff: 'Staff',
  type_admin: 'Admin',
  type_owner: 'Owner',
  status_active: 'Active',
  status_archived: 'Archived',
}
