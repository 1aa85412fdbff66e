import { isolated } from '@artel/contract/shapes/isolate'
import { Link } from '@tanstack/react-router'
import { useCall } from '../../../api/cache/query.ts'
import type { Answer } from '../../../api/send/calls.ts'
import { maxRefused, RefusedList } from '../../../ui/dialog/refused-list.tsx'

type Refused = Answer<'tasks.bulk'>['refused'][number]

type RefusedTasksProps = {
  text: string
  refused: readonly Refused[]
  reasonOf: (refused: Refused) => string
  close: () => void
}

/** Lists the tasks that were not changed, with the reason for each. */
export function RefusedTasks({ text, refused, reasonOf, close }: RefusedTasksProps) {
  const { data } = useCall('tasks.list', {
    query: { limit: maxRefused },
    body: { ids: refused.slice(0, maxRefused).map(({ id }) => id) },
  })
  const titles = new Map(data?.tasks.map(({ id, title }) => [id, `${id} ${isolated(title)}`]))
  const nameOf = (id: number) =>
    titles.has(id) ? (
      <Link to="/task/$id" params={{ id: String(id) }} onClick={close}>
        {titles.get(id)}
      </Link>
    ) : null
  return <RefusedList text={text} refused={refused} nameOf={nameOf} reasonOf={reasonOf} close={close} />
}
