import { useUser } from '../../../api/session.ts'
import { StaffHomePage } from '../running/staff-home-page.tsx'
import { TaskListPage } from './task-list-page.tsx'

/** The home page: own work for staff, all tasks for admins. */
export function TasksPage() {
  return useUser().type === 'staff' ? <StaffHomePage /> : <TaskListPage />
}
