import type { Task } from '@artel/contract/tasks'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Blank, Coins, Money } from '../../ui/figures.tsx'
import classes from './task-facts.module.css'
import { entriesOf, useTaskCredit } from './use-task-credit.ts'

/** What a done task has brought to its doer, each sum the way to its entry. */
export function TaskCredit({ task }: { task: Task }) {
  const t = useTranslations('tasks')
  const credit = useTaskCredit(task)
  if (!credit) return <Blank />
  const { money, coins } = credit
  if (money === 0 && coins === 0) return t('creditNothing')
  return (
    <>
      {money !== 0 && (
        <Link to="/money" search={entriesOf(task)} className={classes.entries}>
          <Money value={money} />
        </Link>
      )}
      {coins !== 0 && (
        <Link to="/coins" search={entriesOf(task)} className={classes.entries}>
          <Coins value={coins} emphasis />
        </Link>
      )}
    </>
  )
}
