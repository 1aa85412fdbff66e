import { ApiClient } from '../api-client.ts'
import { password, people } from '../people.ts'
import { site } from '../site.ts'

/** A title that no other test uses. */
export const unique = (title: string) => `${title} ${Math.random().toString(36).slice(2, 8)}`

type Made = {
  title: string
  user_id?: number
  requires_review?: boolean
  quantity?: number
  /** Kopecks for the whole task. */
  money?: number
  coins?: number
}
type Step = 'start' | 'pause' | 'finish' | 'cancel'

/** Creates the tasks that a test needs, and takes each through the steps. @returns their ids */
export async function makeTasks(tasks: Made[], steps: Step[] = []): Promise<number[]> {
  const client = await adminClient()
  const made = await client.call<{ tasks: { id: number }[] }>('POST', '/tasks/create_many', { tasks })
  const ids = made.tasks.map(({ id }) => id)
  for (const id of ids) for (const step of steps) await client.call('POST', `/tasks/${id}/${step}`, {})
  return ids
}

/** The number of tasks with `title` in their title. */
export async function countTasks(title: string): Promise<number> {
  const client = await adminClient()
  const found = await client.call<{ pagination: { total: number } }>('POST', '/listing/tasks', {
    search: title,
  })
  return found.pagination.total
}

/** A client that is signed in as an admin. */
export async function adminClient(): Promise<ApiClient> {
  const client = new ApiClient(site().address)
  await client.signIn(people.admin.login, password)
  return client
}
