import { useTranslations } from 'use-intl'
import type { Answer } from '../../api/send/calls.ts'
import { Coins, Money } from '../../ui/figures/figures.tsx'

/** The totals of all rewards that match the filters; nothing if there are too many to count. */
export function RewardTotals({ totals }: { totals: Answer<'rewards.list'>['totals'] | undefined }) {
  const t = useTranslations('rewards')
  if (!totals) return null
  return (
    <>
      {t('totals')}
      <b>
        <Money value={totals.money} />
      </b>
      <Coins value={totals.coins} emphasis />
    </>
  )
}
