import { useTranslations } from 'use-intl'
import { Coins, Money } from '../../../ui/figures/figures.tsx'
import classes from './many-tasks.module.css'
import { bodyOf, type ManyValues, type Reading } from './many-tasks.ts'

/** The totals of all tasks that would be created. */
export function ManyTotals({ values, reading }: { values: ManyValues; reading: () => Reading }) {
  const t = useTranslations('manyTasks')
  const { tasks } = bodyOf(values, reading()).body
  const sum = (name: 'money' | 'coins') => tasks.reduce((total, task) => total + (task[name] ?? 0), 0)
  return (
    <span className={classes.totals}>
      {t('totals', { count: tasks.length })}
      {tasks.length > 0 && (
        <>
          <Money value={sum('money')} />
          <Coins value={sum('coins')} emphasis />
        </>
      )}
    </span>
  )
}
