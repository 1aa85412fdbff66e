import { useTranslations } from 'use-intl'
import type { Answer } from '../../../api/send/calls.ts'
import { Coins, Money } from '../../../ui/figures/figures.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'

/** The totals of all tasks that match the filters; nothing if there are too many to count. */
export function TaskTotals({ totals }: { totals: Answer<'tasks.list'>['totals'] | undefined }) {
  const t = useTranslations('tasks')
  const format = useFormat()
  if (!totals) return null
  const { quantity, quantity_done, money, coins } = totals
  return (
    <>
      {t('listTotals', { done: format.number(quantity_done), total: format.number(quantity) })}
      <b>
        <Money value={money} />
      </b>
      <Coins value={coins} emphasis />
    </>
  )
}
