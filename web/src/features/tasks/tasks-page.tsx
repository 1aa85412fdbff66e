import { useUser } from '../../api/session.ts'
import { StaffHomePage } from './staff-home-page.tsx'
import { TaskListPage } from './task-list-page.tsx'

/** The home of the product: their own work for staff, everybody's for admins. */
export function TasksPage() {
  return useUser().type === 'staff' ? <StaffHomePage /> : <TaskListPage />
}
