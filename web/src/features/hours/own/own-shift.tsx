import type { Shift } from '@artel/contract/hours/hours'
import { Button, MenuItem } from '@mantine/core'
import { IconClock, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import clsx from 'clsx'
import { useTranslations } from 'use-intl'
import { formatTimer } from '../../../ui/figures/format.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import classes from './own-shift.module.css'
import { useEndNotice } from './use-end-notice.ts'
import { useOwnShift } from './use-own-shift.ts'
import { useShiftClock } from './use-shift-clock.ts'
import { useShiftPresses } from './use-shift-presses.ts'

/** Clocks in and out, in the top bar. */
export function ShiftButton() {
  const t = useTranslations('shifts')
  const shift = useOwnShift()
  const presses = useShiftPresses()
  if (shift === undefined) return null
  if (shift) return <RunningShift shift={shift} presses={presses} />
  return (
    <Button variant="default" leftSection={<IconPlayerPlayFilled size={14} />} onClick={presses.start}>
      {t('start')}
    </Button>
  )
}

type RunningProps = { shift: Shift; presses: ReturnType<typeof useShiftPresses> }

function RunningShift({ shift, presses }: RunningProps) {
  const t = useTranslations('shifts')
  const { worked, share, note, isWarning, ending } = useShiftClock(shift)
  useEndNotice(shift, ending, () => void presses.stop())
  return (
    <fieldset
      className={clsx(classes.shift, isWarning && classes.isWarning)}
      aria-label={t('shift')}
      {...(note !== null && { title: note })}
    >
      <IconClock className={classes.icon} size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.word}>{t('shift')}</span>
      <Time worked={worked} />
      {note === null ? (
        <span className={classes.ruler}>
          <Ruler value={share} />
        </span>
      ) : (
        <span className={clsx(classes.note, isWarning && classes.warning)}>{note}</span>
      )}
      <Button variant="subtle" size="xs" aria-label={t('stopLong')} onClick={() => void presses.stop()}>
        {t('stop')}
      </Button>
    </fieldset>
  )
}

function Time({ worked }: { worked: number }) {
  const format = useFormat()
  return (
    <span className={classes.time} role="timer" aria-label={format.hours(worked)}>
      <span aria-hidden="true">{formatTimer(worked).main}</span>
    </span>
  )
}

/** The same at the top of the staff home page on a phone, within reach of the thumb. */
export function ShiftStrip() {
  const t = useTranslations('shifts')
  const shift = useOwnShift()
  const presses = useShiftPresses()
  // Reserves the space, so that the tasks do not move when the shift arrives.
  if (shift === undefined) return <div className={classes.strip} />
  return (
    <section className={classes.strip} aria-label={t('shift')}>
      {shift ? (
        <RunningStrip shift={shift} presses={presses} />
      ) : (
        <>
          <span className={classes.told}>{t('off')}</span>
          <Button leftSection={<IconPlayerPlayFilled size={16} />} onClick={presses.start}>
            {t('start')}
          </Button>
        </>
      )}
    </section>
  )
}

function RunningStrip({ shift, presses }: RunningProps) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { worked, note, brief, isWarning, ending } = useShiftClock(shift)
  useEndNotice(shift, ending, () => void presses.stop())
  return (
    <>
      <span className={classes.told}>
        <span className={classes.stripTime}>{t('running', { duration: format.hours(worked) })}</span>
        <span
          className={clsx(classes.stripNote, isWarning && classes.warning)}
          {...(note !== null && { title: note })}
        >
          {brief ?? t('since', { time: format.time(shift.started_at) })}
        </span>
      </span>
      <Button variant="default" onClick={() => void presses.stop()}>
        {t('stop')}
      </Button>
    </>
  )
}

/** The text under the name of a staff member on a phone during a shift. */
export function ShiftCaption({ shift }: { shift: Shift }) {
  const t = useTranslations('shifts')
  const format = useFormat()
  const { worked } = useShiftClock(shift)
  return t('running', { duration: format.hours(worked) })
}

/** The same button in the person's menu, for narrow screens without room in the bar. */
export function ShiftMenuItem() {
  const t = useTranslations('shifts')
  const shift = useOwnShift()
  const presses = useShiftPresses()
  if (shift === undefined) return null
  const Icon = shift ? IconPlayerStopFilled : IconPlayerPlayFilled
  return (
    <MenuItem
      leftSection={<Icon size={16} />}
      onClick={() => void (shift ? presses.stop() : presses.start())}
    >
      {t(shift ? 'stopLong' : 'start')}
    </MenuItem>
  )
}

export { HomeQuestions } from './own-questions.tsx'
