import { timeAt } from '@artel/contract/hours/schedule'
import clsx from 'clsx'
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import classes from './day-line.module.css'
import type { Stretch } from './day-line.ts'
import { shareOf } from './day-line.ts'

/** Steps in minutes: a drag moves by quarters of an hour, keys move by less. */
const dragStep = 15
const keyStep = 5
const pageStep = 60

type DayLineHandleProps = {
  kind: 'end' | 'pause'
  label: string
  /** Position on the axis, minutes. */
  from: number
  /** Length of a pause, minutes. A pause moves as a whole. */
  length?: number
  isWrong?: boolean
  shown: Stretch
  track: RefObject<HTMLElement | null>
  onMove: (minute: number) => void
  onHold: (isHeld: boolean) => void
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** A handle: an end of the working day, or a pause in it. */
export function DayLineHandle(props: DayLineHandleProps) {
  const { kind, label, from, length = 0, isWrong = false, shown } = props
  const name = length === 0 ? timeAt(from) : `${timeAt(from)}–${timeAt(from + length)}`
  const [left, right] = [shareOf(from, shown), shareOf(from + length, shown)]
  return (
    <div
      role="slider"
      tabIndex={0}
      className={clsx(classes.handle, classes[kind], isWrong && classes.wrong)}
      style={{ left: percent(left), ...(kind === 'pause' && { width: percent(right - left) }) }}
      title={`${label}, ${name}`}
      aria-label={label}
      aria-valuemin={shown.from}
      aria-valuemax={shown.from + shown.length}
      aria-valuenow={from}
      aria-valuetext={name}
      onKeyDown={(event) => moveByKey(event, props)}
      {...useDrag(props)}
    >
      {kind === 'pause' && <span className={classes.pauseName}>{label}</span>}
    </div>
  )
}

const steps: Record<string, number> = {
  ArrowLeft: -keyStep,
  ArrowDown: -keyStep,
  ArrowRight: keyStep,
  ArrowUp: keyStep,
  PageDown: -pageStep,
  PageUp: pageStep,
}

function moveByKey(event: KeyboardEvent, { from, onMove }: DayLineHandleProps): void {
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  onMove(from + step)
}

function useDrag({ from, shown, track, onMove, onHold }: DayLineHandleProps) {
  const start = useRef<{ x: number; from: number; width: number } | null>(null)
  const end = () => {
    start.current = null
    onHold(false)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, from, width: track.current?.clientWidth ?? 1 }
      onHold(true)
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (!start.current) return
      const moved = start.current.from + ((clientX - start.current.x) / start.current.width) * shown.length
      const minute = Math.round(moved / dragStep) * dragStep
      if (minute !== from) onMove(minute)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
