import { minutesOf, type ScheduleTimes, timeAt } from '@artel/contract/hours/schedule'
import { useElementSize } from '@mantine/hooks'
import { IconBellFilled } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './day-line.module.css'
import {
  type DrawnPause,
  type Handle,
  hourMarks,
  hourName,
  hoursStretch,
  inWindow,
  isShown,
  moveHandle,
  pauseStretches,
  type Stretch,
  shareOf,
  windowOf,
} from './day-line.ts'
import { DayLineHandle } from './day-line-handle.tsx'

type DayLineProps = {
  times: ScheduleTimes
  /** Minutes before the end; 0: no reminder. */
  reminder: number
  /** The company's clock, `HH:mm`. */
  now: string
  /** Names of the pauses that do not fit. */
  wrong: ReadonlySet<string>
  onChange: (times: Partial<ScheduleTimes>) => void
}

/** Distance in px from the present time within which its flag would cover an hour label. */
const nowRoom = 32

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** The working day drawn on a ruler of the clock. Its ends and pauses are moved by hand or by keys. */
export function DayLine({ times, reminder, now, wrong, onChange }: DayLineProps) {
  const t = useTranslations('workingHours')
  const track = useRef<HTMLDivElement>(null)
  // The window is frozen during a drag, so that the handle does not jump.
  const [held, setHeld] = useState<Stretch | null>(null)
  const hours = hoursStretch(times)
  const shown = held ?? windowOf(hours)
  const at = (minute: number) => percent(shareOf(minute, shown))
  const move = (handle: Handle, minute: number) => onChange(moveHandle(times, handle, minute))
  const handle = { shown, track, onHold: (isHeld: boolean) => setHeld(isHeld ? shown : null) }
  const { ref: ruler, width } = useElementSize()
  const nowMinute = inWindow(minutesOf(now), shown)
  const isUnderNow = (minute: number) =>
    nowMinute !== null && (Math.abs(minute - nowMinute) / shown.length) * width < nowRoom
  const drawn = hours ? pauseStretches(times, hours.from).filter((pause) => isShown(pause, shown)) : []
  return (
    <fieldset className={classes.line}>
      <legend className={classes.legend}>{t('line')}</legend>
      <div ref={ruler} className={classes.hours} aria-hidden="true">
        {hourMarks(shown)
          .filter((minute) => !isUnderNow(minute))
          .map((minute) => (
            <span key={minute} style={{ left: at(minute) }}>
              {hourName(minute)}
            </span>
          ))}
      </div>
      <div ref={track} className={classes.track}>
        {hours && <WorkStretch hours={hours} shown={shown} reminder={reminder} />}
        <span className={classes.ticks} aria-hidden="true" />
        {drawn.map((pause) => (
          <DayLineHandle
            key={pause.pause}
            {...handle}
            kind="pause"
            isWrong={wrong.has(pause.pause)}
            label={t(pause.pause)}
            from={pause.from}
            length={pause.length}
            onMove={(minute) => move(pause.pause, minute)}
          />
        ))}
        {hours && (
          <>
            <DayLineHandle
              {...handle}
              kind="end"
              label={t('start')}
              from={hours.from}
              onMove={(minute) => move('start', minute)}
            />
            <DayLineHandle
              {...handle}
              kind="end"
              label={t('end')}
              from={hours.from + hours.length}
              onMove={(minute) => move('end', minute)}
            />
          </>
        )}
        {nowMinute !== null && <NowMark now={now} left={at(nowMinute)} />}
      </div>
      {hours && <Captions hours={hours} pauses={drawn} at={at} />}
    </fieldset>
  )
}

function WorkStretch({ hours, shown, reminder }: { hours: Stretch; shown: Stretch; reminder: number }) {
  const t = useTranslations('workingHours')
  const [left, right] = [shareOf(hours.from, shown), shareOf(hours.from + hours.length, shown)]
  const told = hours.from + hours.length - reminder
  return (
    <>
      <span className={classes.work} style={{ left: percent(left), width: percent(right - left) }} />
      {reminder > 0 && told > hours.from && (
        <span
          className={classes.bell}
          style={{ left: percent(shareOf(told, shown)) }}
          title={t('reminderAt', { time: timeAt(told) })}
        >
          <IconBellFilled size={12} aria-hidden="true" />
        </span>
      )}
    </>
  )
}

function NowMark({ now, left }: { now: string; left: string }) {
  const t = useTranslations('workingHours')
  return (
    <span className={classes.now} style={{ left }} title={t('now', { time: now })}>
      <span>{now}</span>
    </span>
  )
}

type CaptionsProps = { hours: Stretch; pauses: readonly DrawnPause[]; at: (minute: number) => string }

/** Hidden from screen readers, because the fields have the exact times. */
function Captions({ hours, pauses, at }: CaptionsProps) {
  return (
    <div className={classes.captions} aria-hidden="true">
      <b style={{ left: at(hours.from) }}>{timeAt(hours.from)}</b>
      {pauses.map(({ pause, from, length }) => (
        <span key={pause} className={classes.pauseCaption} style={{ left: at(from + length / 2) }}>
          {length < 60 ? timeAt(from) : `${timeAt(from)}–${timeAt(from + length)}`}
        </span>
      ))}
      <b style={{ left: at(hours.from + hours.length) }}>{timeAt(hours.from + hours.length)}</b>
    </div>
  )
}
