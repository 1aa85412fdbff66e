import type { Shift } from '@artel/contract/hours/hours'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../api/session/session.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { PersonLink } from '../../users/users.tsx'
import { useSettle } from '../shift/use-settle.ts'
import { useShiftDialogs } from '../shift/use-shift-dialogs.tsx'
import { useShiftWords } from '../use-shift-words.ts'
import classes from './pending-shift.module.css'

/** A shift with an unconfirmed end. One press confirms it; another time can be entered instead. */
export function PendingShift({ shift, withPerson = false }: { shift: Shift; withPerson?: boolean }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const words = useShiftWords()
  const me = useUser()
  const { ended_at, proposed_ended_at: proposed, note } = shift
  const isOwn = shift.user_id === me.id
  const isTold = proposed !== null
  const end = ended_at === null ? '' : format.time(ended_at)
  const answer = isTold
    ? isOwn
      ? t('proposedOwn', { proposed: format.time(proposed) })
      : t('proposed', { proposed: format.time(proposed), end })
    : words.why(shift)
  return (
    <div className={classes.pending}>
      <div className={classes.told}>
        <span className={classes.title}>
          {withPerson && <PersonLink person={shift.user} />}
          <b>{isOwn && !isTold ? words.when(shift.day) : `${words.day(shift.day)}. ${t('notTold')}`}</b>
        </span>
        <span className={classes.why}>
          {answer}
          {isTold && note !== null && ` ${t('quoted', { note })}`}
        </span>
      </div>
      <Answers shift={shift} isOwn={isOwn} />
    </div>
  )
}

function Answers({ shift, isOwn }: { shift: Shift; isOwn: boolean }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { settle, isBusy } = useSettle()
  const dialogs = useShiftDialogs()
  const { proposed_ended_at: proposed, ended_at, can } = shift
  if (!can.confirm || ended_at === null) return null
  // A person cannot accept their own proposal. They may only propose another time.
  const waits = !can.edit && proposed !== null
  const label =
    proposed !== null
      ? t('acceptAt', { time: format.time(proposed) })
      : t(isOwn ? 'confirmOwnAt' : 'confirmAt', { time: format.time(ended_at) })
  return (
    <div className={classes.answers}>
      {!waits && (
        <Button variant="default" size="xs" loading={isBusy} onClick={() => settle(shift)}>
          {label}
        </Button>
      )}
      <Button variant="subtle" color="gray" size="xs" onClick={() => dialogs.settle(shift)}>
        {t(waits ? 'changeTime' : 'otherTime')}
      </Button>
    </div>
  )
}
