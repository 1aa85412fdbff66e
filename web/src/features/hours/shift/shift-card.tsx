import type { Shift } from '@artel/contract/hours/hours'
import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { PersonLink } from '../../users/users.tsx'
import { useShiftWords } from '../use-shift-words.ts'
import { ShiftActions } from './shift-actions.tsx'
import classes from './shift-card.module.css'
import { grossSeconds } from './shift-end.ts'
import { LockMark, ShiftTags } from './shift-parts.tsx'

type ShiftCardProps = {
  shift: Shift
  /** Shows the day. Not needed among shifts of the same day. */
  withDay?: boolean
  onOpen?: () => void
}

/** All facts of a shift: what it counts for, why, and who has changed it. */
export function ShiftCard({ shift, withDay = false, onOpen }: ShiftCardProps) {
  const format = useFormat()
  const words = useShiftWords()
  const span = words.span(shift)
  const name = withDay ? `${format.weekday(shift.day)}, ${words.day(shift.day)}` : span
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        {onOpen ? (
          <UnstyledButton className={classes.open} onClick={onOpen}>
            {name}
          </UnstyledButton>
        ) : (
          <b>{name}</b>
        )}
        {shift.is_locked && <LockMark />}
        {withDay && <span>{span}</span>}
        <ShiftTags shift={shift} />
        {withDay && (
          <span className={classes.aside}>
            <ShiftActions shift={shift} isRow />
          </span>
        )}
      </div>
      <ShiftFacts shift={shift} isShort={withDay} />
      {!withDay && (
        <div className={classes.actions}>
          <ShiftActions shift={shift} />
        </div>
      )}
    </article>
  )
}

/** `isShort`: shorter texts for a list. */
function ShiftFacts({ shift, isShort }: { shift: Shift; isShort: boolean }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  const { late_seconds, overtime_seconds, note, editor, worked_seconds, ended_at, proposed_ended_at } = shift
  const gross = grossSeconds(shift)
  // The source is left out for a clocked shift, because the punch already shows it.
  const source = [shift.source !== 'clock' && t(`source_${shift.source}`), words.punch(shift)]
    .filter(Boolean)
    .join(', ')
  return (
    <Facts isDense>
      {gross !== null && (
        <>
          <Fact name={t('gross')}>{format.hours(gross)}</Fact>
          <Fact name={t('breaks')}>
            {(isShort ? words.shortBreaks : words.breaks)(shift.breaks) || t('noBreaks')}
          </Fact>
          <Fact name={t('net')}>
            <b>{format.hours(worked_seconds)}</b>
          </Fact>
        </>
      )}
      {late_seconds > 0 && (
        <Fact name={t('late')}>
          <span className={classes.late}>{format.duration(late_seconds, { units: 2 })}</span>
        </Fact>
      )}
      {overtime_seconds > 0 && <Fact name={t('overtime')}>{format.hours(overtime_seconds)}</Fact>}
      {(source !== '' || !isShort) && <Fact name={t('source')}>{source || t('source_clock')}</Fact>}
      {proposed_ended_at !== null && ended_at !== null && (
        <Fact name={t('leftAt')}>
          {t('proposed', { proposed: format.time(proposed_ended_at), end: format.time(ended_at) })}
        </Fact>
      )}
      {note !== null && <Fact name={t('note')}>{note}</Fact>}
      {editor && (
        <Fact name={t('editedBy')}>
          <PersonLink person={editor} />
        </Fact>
      )}
    </Facts>
  )
}
