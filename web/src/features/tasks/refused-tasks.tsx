import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Answer } from '../../api/calls.ts'
import { useCall } from '../../api/query.ts'
import { DialogButtons, DialogText } from '../../ui/dialog-parts.tsx'
import classes from './refused-tasks.module.css'
import type { BulkVerb } from './use-task-bulk.tsx'

type Refused = Answer<'tasks.bulk'>['refused'][number]

/** As many as a page of the list may hold; whoever has more to settle looks at the list, where they are selected. */
const shown = 200

type RefusedTasksProps = { verb: BulkVerb; refused: readonly Refused[]; close: () => void }

/** Which tasks were not changed, and why. */
export function RefusedTasks({ verb, refused, close }: RefusedTasksProps) {
  const t = useTranslations('taskBulk')
  const listed = refused.slice(0, shown)
  const { data } = useCall('tasks.list', {
    query: { limit: shown },
    body: { ids: listed.map(({ id }) => id) },
  })
  const titles = new Map(data?.tasks.map(({ id, title }) => [id, title]))
  return (
    <>
      <DialogText>{t('refusedText')}</DialogText>
      <ul className={classes.list}>
        {listed.map(({ id, code }) => (
          <li key={id}>
            <span className={classes.number}>{id}</span>
            {titles.has(id) && (
              <Link to="/task/$id" params={{ id: String(id) }} onClick={close} className={classes.title}>
                {titles.get(id)}
              </Link>
            )}
            <span className={classes.reason}>{t(reasonOf(verb, code))}</span>
          </li>
        ))}
      </ul>
      {refused.length > shown && (
        <DialogText>{t('refusedMore', { count: refused.length - shown })}</DialogText>
      )}
      <DialogButtons>
        <Button data-autofocus onClick={close}>
          {t('close')}
        </Button>
      </DialogButtons>
    </>
  )
}

function reasonOf(verb: BulkVerb, code: string) {
  if (code === 'not_found') return 'refusedGone'
  if (code === 'wrong_state') return verb === 'approve' ? 'refusedReview' : 'refusedSettled'
  // Of the values that one call gives to many, only an absent doer can suit some tasks and not others.
  return verb === 'assign' && code === 'invalid' ? 'refusedBegun' : 'refusedOther'
}
