import type { TaskStatus } from '@artel/contract/tasks/tasks.line'
import { useState } from 'react'
import { useCall } from '../../../api/cache/query.ts'
import type { ListState } from '../../../api/list/list-state.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'

type State = ListState<'tasks.list'>

const bodyOf = ({ filters, search }: State, status: TaskStatus) => ({
  ...filters,
  status: [status],
  ...(search !== '' && { search }),
})

/** Cards a page, and the most that the contract allows in one response. */
const page = 25
const longest = 200

export type ColumnCards = ReturnType<typeof useBoardCards>

/** The first tasks of a status in list order, and a way to load more. */
export function useBoardCards(state: State, status: TaskStatus) {
  const { sort_by, direction } = state
  const [limit, setLimit] = useState(page)
  const read = useCall('tasks.list', {
    query: { limit, sort_by, direction },
    body: bodyOf(state, status),
  })
  const left = read.data ? Math.max(0, read.data.pagination.total - read.data.tasks.length) : 0
  const show = limit < longest ? () => setLimit(Math.min(longest, limit + page)) : undefined
  return { ...read, more: { count: Math.min(page, left), show } }
}

/** The total of a list as text; empty while unknown. */
export function useTotalText() {
  const format = useFormat()
  return (data: Answer<'tasks.list'> | undefined): string => {
    if (!data) return ''
    const { total, exact } = data.pagination
    return exact ? format.number(total) : `≈ ${format.number(total)}`
  }
}

/** How many tasks of a status match the filters. */
export function useBoardCount(state: State, status: TaskStatus): string {
  const write = useTotalText()
  // A list returns at least one row, and only the total is needed.
  const { data } = useCall('tasks.list', { query: { limit: 1 }, body: bodyOf(state, status) })
  return write(data)
}
