import { isolated } from '@artel/contract/isolate'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../../api/calls.ts'
import { useCall } from '../../../api/query.ts'
import { maxRefused, RefusedList } from '../../../ui/refused-list.tsx'
import type { BulkVerb } from '../list/use-task-bulk.tsx'

type Refused = Answer<'tasks.bulk'>['refused'][number]

type RefusedTasksProps = { verb: BulkVerb; refused: readonly Refused[]; close: () => void }

/** Lists the tasks that were not changed, with the reason for each. */
export function RefusedTasks({ verb, refused, close }: RefusedTasksProps) {
  const t = useTranslations('taskBulk')
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
  return (
    <RefusedList
      text={t('refusedText')}
      refused={refused}
      nameOf={nameOf}
      reasonOf={({ code }) => t(reasonOf(verb, code))}
      close={close}
    />
  )
}

// The text for a wrong state, for actions whose state rule differs from the others.
const refusedStates: Partial<Record<BulkVerb, 'refusedReview' | 'refusedFixed'>> = {
  approve: 'refusedReview',
  assign: 'refusedFixed',
}

function reasonOf(verb: BulkVerb, code: string) {
  if (code === 'not_found') return 'refusedGone'
  if (code === 'stale') return 'refusedStale'
  if (code === 'insufficient_coins') return 'refusedSpent'
  // The server forbids an admin only work that earns the admin money or coins.
  if (code === 'forbidden') return 'refusedOwn'
  if (code === 'wrong_state') return refusedStates[verb] ?? 'refusedSettled'
  // Of the values that one bulk call sets, only an empty assignee can suit some tasks and not others.
  return verb === 'assign' && code === 'invalid' ? 'refusedBegun' : 'refusedOther'
}
