import type { SearchResult } from '@artel/contract/search'
import { settledStatuses } from '@artel/contract/tasks/tasks.line'
import type { Actor } from '../../access/actor.ts'
import type { Db } from '../../database/db.ts'
import { findTasksByText } from './tasks.list.queries.ts'

const shown = 5

/** Tasks for the search over everything: the task with that number, then current tasks, then settled ones. */
export async function searchTasks(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const { numbered, named } = await findTasksByText(db, actor, text, shown)
  const isSettled = ({ status }: (typeof named)[number]) => Number(settledStatuses.includes(status))
  const best = [...numbered, ...named.toSorted((a, b) => isSettled(a) - isSettled(b))]
  const once = [...new Map(best.map((task) => [task.id, task])).values()]
  return once
    .slice(0, shown)
    .map(({ id, title, user }) => ({ entity: 'task', id, title, subtitle: user?.full_name ?? '' }))
}
