import type { TaskBulk } from '@artel/contract/tasks/tasks.bulk'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { useWorthWords } from '../../../ui/page/use-worth-words.ts'
import classes from './bulk-effect.module.css'

/** What a bulk step would do, before it is taken. */
export function BulkEffect({ body }: { body: TaskBulk }) {
  const t = useTranslations('taskBulk')
  const words = useWorthWords()
  // The step itself reports a failure.
  const { data } = useCall('tasks.bulkEffect', { body }, { keepsAnswer: true })
  if (!data) return <span className={classes.effect} aria-busy="true" />
  const { changed, same, people } = data
  const refused = data.refused.length
  const pay = words(data)
  const posted = body.action === 'delete' ? 'effectTaken' : 'effectCredited'
  return (
    <span className={classes.effect} role="status">
      <b>{t('effectChanged', { count: changed })}</b>
      {same > 0 && <span>{t('effectSame', { count: same })}</span>}
      {refused > 0 && <span>{t('effectRefused', { count: refused })}</span>}
      {pay !== '' && <span>{t(posted, { pay, people })}</span>}
    </span>
  )
}
