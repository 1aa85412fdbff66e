import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { Coins, Money } from '../../../ui/figures/figures.tsx'
import classes from './packing-pace.module.css'

/** Refetch interval, ms. A number that changes with each scan would distract. */
const pauseMs = 60_000
/** Seconds of work below which a pace is not meaningful. */
const leastSeconds = 300

/** The person's pace in this supply today, and what it has earned. */
export function PackingPace({ supplyId }: { supplyId: number }) {
  const t = useTranslations('packing')
  const options = { refetchInterval: pauseMs, keepsAnswer: true }
  const { data } = useCall('supplies.pace', { params: { id: supplyId } }, options)
  const { units = 0, seconds = 0, earned = null } = data?.pace ?? {}
  return (
    <p className={classes.pace}>
      {seconds >= leastSeconds && (
        <span>
          {t('pace')} <b>{t('piecesAnHour', { count: Math.round((units * 3600) / seconds) })}</b>
        </span>
      )}
      {earned && (earned.money > 0 || earned.coins > 0) && (
        <span className={classes.earned}>
          {t('earnedToday')}
          {earned.money > 0 && (
            <b>
              <Money value={earned.money} />
            </b>
          )}
          {earned.coins > 0 && (
            <b>
              <Coins value={earned.coins} />
            </b>
          )}
        </span>
      )}
    </p>
  )
}
