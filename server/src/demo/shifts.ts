import { type Breaks, breakSeconds, breaksWithin, type WorkSchedule } from '@artel/contract/hours/work-time'
import type { Draft } from '../database/db.ts'
import { countDay, placeShift } from '../features/hours/hours.rules.ts'
import type { DemoTask } from './history.ts'
import type { Random } from './random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const iso = (ms: number): string => new Date(ms).toISOString()

/** The task with the company's pauses subtracted from its segments, as on stopping a segment. */
export function excludeBreaks({ task, times }: DemoTask, schedule: WorkSchedule) {
  const counted = times.map((time) => {
    const breaks: Breaks = time.ended_at
      ? breaksWithin(schedule, Date.parse(time.started_at), Date.parse(time.ended_at))
      : {}
    return { ...time, breaks, break_seconds: breakSeconds(breaks) }
  })
  const spent_seconds = counted.reduce((sum, time) => sum + (time.seconds ?? 0) - time.break_seconds, 0)
  return { task: { ...task, spent_seconds }, times: counted }
}

/** Segments with a shorter gap between them belong to one shift. */
const longestGapMs = 2.5 * hourMs

/** A user who stopped working less than this ago is still on shift. */
const stillThereMs = 3 * hourMs

type Stretch = { from: number; to: number | null }

/**
 * The shifts that contain the work of the demo company. Two users forgot to clock out of their last finished
 * shift, and one of them proposes another end.
 */
export function makeShifts(
  random: Random,
  schedule: WorkSchedule,
  tasks: readonly DemoTask[],
  now: number,
): Draft<'shifts'>[] {
  const byDoer = new Map<number, Stretch[]>()
  for (const { user_id, started_at, ended_at } of tasks.flatMap(({ times }) => times)) {
    const stretch = { from: Date.parse(started_at), to: ended_at === null ? null : Date.parse(ended_at) }
    byDoer.set(user_id, [...(byDoer.get(user_id) ?? []), stretch])
  }
  return [...byDoer].flatMap(([user_id, stretches], index) => {
    const spans = widen(random, joinStretches(stretches), now)
    const doubtful = index < 2 ? spans.findLastIndex(({ to }) => to !== null) : -1
    const shifts = spans.map((span, place) =>
      place === doubtful ? forget(schedule, user_id, span, index === 1) : punch(schedule, user_id, span),
    )
    return countShifts(schedule, shifts)
  })
}

function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last?.to && from - last.to < longestGapMs) last.to = to
    else joined.push({ from, to })
  }
  return joined
}

/**
 * A shift begins a little before the work and ends a little after it, but does not overlap the previous
 * shift.
 */
function widen(random: Random, stretches: readonly Stretch[], now: number): Stretch[] {
  let free = 0
  return stretches.map(({ from, to }) => {
    const start = Math.max(free, from - random.between(1, 9) * minuteMs)
    const isThere = to === null || now - to < stillThereMs
    const end = isThere ? null : to + random.between(2, 40) * minuteMs
    free = end ?? now
    return { from: start, to: end }
  })
}

type DemoShift = Omit<Draft<'shifts'>, 'breaks'> & {
  ended_at: string | null
  confirmed: boolean
  day: string
}

const punch = (schedule: WorkSchedule, user_id: number, { from, to }: Stretch): DemoShift => {
  const [started_at, ended_at] = [iso(from), to === null ? null : iso(to)]
  return {
    user_id,
    started_at,
    ended_at,
    source: 'clock',
    confirmed: true,
    punched_started_at: started_at,
    punched_ended_at: ended_at,
    created_at: started_at,
    ...placeShift(schedule, started_at),
  }
}

/** A shift as the product ends it if nobody clocks out. */
function forget(
  schedule: WorkSchedule,
  user_id: number,
  { from, to }: Stretch,
  isProposed: boolean,
): DemoShift {
  const shift = punch(schedule, user_id, { from, to })
  const ended_at = iso(Math.max(to ?? 0, Date.parse(shift.planned_ended_at)))
  return {
    ...shift,
    ended_at,
    source: 'auto',
    confirmed: false,
    punched_ended_at: null,
    ...(isProposed && {
      proposed_ended_at: iso(Date.parse(ended_at) - 25 * minuteMs),
      note: 'Уход был раньше, отметка не прошла',
    }),
  }
}

function countShifts(schedule: WorkSchedule, shifts: readonly DemoShift[]): Draft<'shifts'>[] {
  return [...new Set(shifts.map(({ day }) => day))].flatMap((day) => {
    const ofDay = shifts.filter((shift) => shift.day === day)
    const counted = countDay(
      day,
      ofDay.map((shift) => ({ ...shift, schedule })),
    )
    return ofDay.map((shift, index) => ({ ...shift, ...counted[index] }))
  })
}
