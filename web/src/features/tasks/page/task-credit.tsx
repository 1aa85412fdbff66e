import type { Task } from '@artel/contract/tasks/tasks'
import { useTranslations } from 'use-intl'
import { Blank } from '../../../ui/figures/figures.tsx'
import { SourceEntries } from '../../ledger/ledger.tsx'
import { entriesOf, useTaskCredit } from './use-task-credit.ts'

/** What a done task brought to its assignee. Each sum links to its ledger entry. */
export function TaskCredit({ task }: { task: Task }) {
  const t = useTranslations('tasks')
  const credit = useTaskCredit(task)
  if (!credit) return <Blank />
  const { money, coins } = credit
  if (money === 0 && coins === 0) return t('creditNothing')
  return (
    <>
      {money !== 0 && <SourceEntries ledger="money" source={entriesOf(task)} value={money} />}
      {coins !== 0 && <SourceEntries ledger="coins" source={entriesOf(task)} value={coins} />}
    </>
  )
}
