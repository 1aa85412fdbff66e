import type { Supply } from '@artel/contract/supplies/supplies'
import { type SupplyStatus, supplyStatuses } from '@artel/contract/supplies/supplies.line'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { StatusGlyph } from '../../../ui/marks/status-glyph.tsx'
import { packedShare } from '../packing/packed-share.ts'
import classes from './supply-rail.module.css'

const line = supplyStatuses.filter((status) => status !== 'cancelled')

/** The status line of a supply as five rulers. The current one is filled to the packing progress. */
export function SupplyRail({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  const { status } = supply
  if (status === 'cancelled') return <Cancelled supply={supply} />
  const reached = line.indexOf(status)
  return (
    <ol className={classes.rail} aria-label={t('line')}>
      {line.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-place={index < reached ? 'passed' : index === reached ? 'here' : 'ahead'}
          {...(index === reached && { 'aria-current': 'step' as const })}
        >
          <Ruler value={index < reached ? 1 : index === reached ? shareOf(supply) : 0} height={10} />
          <span className={classes.word}>
            {index < reached ? (
              <IconCircleCheckFilled size={16} aria-hidden="true" className={classes.passed} />
            ) : (
              <StatusGlyph status={index === reached ? status : 'open'} size={16} />
            )}
            <span>{t(`status_${step}`)}</span>
            {index === reached && <Detail supply={supply} />}
          </span>
        </li>
      ))}
    </ol>
  )
}

const whole: readonly SupplyStatus[] = ['packed', 'shipped', 'accepted']

const shareOf = (supply: Supply): number =>
  supply.status === 'packing' ? packedShare(supply) : whole.includes(supply.status) ? 1 : 0.06

function Detail({ supply }: { supply: Supply }) {
  const format = useFormat()
  const isShare = supply.status === 'packing' && supply.planned_count !== null
  return (
    <span className={classes.detail}>
      {isShare ? format.share(packedShare(supply)) : <DateText value={supply.status_at} />}
    </span>
  )
}

function Cancelled({ supply }: { supply: Supply }) {
  const t = useTranslations('supplies')
  return (
    <p className={classes.cancelled}>
      <StatusGlyph status="cancelled" size={16} />
      {t('status_cancelled')}
      <span className={classes.detail}>
        <DateText value={supply.status_at} withTime />
      </span>
    </p>
  )
}
