import { useTranslations } from 'use-intl'
import { useCall } from '../../api/query.ts'
import { Coins, Money } from '../../ui/figures.tsx'
import classes from './packing-pace.module.css'

/** Asked anew no oftener: a figure that moves with every scan would draw the eye. */
const pauseMs = 60_000
/** A shorter time says nothing of a pace. */
const leastSeconds = 300

/** How fast one packs here today, and what that has brought. */
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
