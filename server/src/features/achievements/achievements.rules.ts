import {
  type AchievementRules,
  type AchievementState,
  type League,
  leagueOf,
  type MonthSums,
  ruleOf,
  shortestCountedShift,
  achievementTargets as targets,
  thresholdsOf,
} from '@artel/contract/achievements/achievements.line'
import type { AchievementCode } from '@artel/contract/company/company.line'
import { resolveDays, shiftDay, yearsOver } from '../../days.ts'

/** An event of the log. Fields that its kind does not have are null. */
export type Happening = {
  kind: 'points' | 'task' | 'return' | 'shift' | 'person' | 'rules' | 'close'
  /** −1 reverses an earlier event. */
  change: number
  day: string
  at: string
  user_id: number | null
  source_id: number | null
  points: number | null
  is_in_norm: boolean | null
  seconds: number | null
  is_late: boolean | null
  takes_part: boolean | null
  joined_on: string | null
  rules: AchievementRules | null
}

/** An achievement that a rule gives. `period` is unique for a person and a rule. */
export type Award = { user_id: number; achievement: AchievementCode; period: string; at: string }
/** A person's result of a month. */
export type Final = { user_id: number; month: string; points: number; league: League }

/** The state of a company after its judged events. People without events are missing. */
export type Team = { rules: AchievementRules; people: Map<number, AchievementState> }
type Outcome = { awards: Award[]; finals: Final[] }

/** The name of a week: its Monday. */
export const mondayOf = (day: string): string => resolveDays('this_week', day).first
/** As `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7)

export const newState = (): AchievementState => ({
  takes_part: false,
  joined_on: null,
  days: {},
  weeks: {},
  months: {},
  run: { tasks: 0, next: targets.virtuoso, times: 0 },
  shifts: { since: null, times: 0, last: [] },
  worked: { seconds: 0, next: targets.titanium },
})

const nothing = (): MonthSums => ({ points: 0, tasks: 0, in_norm: 0, seconds: 0 })
const nobodyWins: Outcome = { awards: [], finals: [] }

/**
 * Judges an event: changes the states of the team, and returns what it earns. The same events in the same
 * order give the same result in any batches. A `close` event needs everybody of the company in the team.
 */
export function judge(team: Team, happened: Happening): Outcome {
  if (happened.kind === 'close') return close(team, happened)
  if (happened.user_id === null) {
    team.rules = happened.rules ?? team.rules
    return nobodyWins
  }
  const state = team.people.get(happened.user_id) ?? newState()
  team.people.set(happened.user_id, state)
  const earned = judgePerson[happened.kind as PersonKind](state, happened, team.rules)
  const awards = earned
    .filter(({ achievement }) => mayEarn(team, state, achievement))
    .map((award) => ({ ...award, user_id: happened.user_id ?? 0, at: happened.at }))
  return { awards, finals: [] }
}

const mayEarn = ({ rules }: Team, state: AchievementState, code: AchievementCode): boolean =>
  state.takes_part && ruleOf(rules, code).on

type Earned = Pick<Award, 'achievement' | 'period'>
type PersonKind = Exclude<Happening['kind'], 'rules' | 'close'>

const judgePerson: Record<
  PersonKind,
  (state: AchievementState, happened: Happening, rules: AchievementRules) => Earned[]
> = {
  person: (state, { takes_part, joined_on }) => {
    state.takes_part = takes_part ?? false
    state.joined_on = joined_on
    return []
  },
  points: (state, { day, change, points }, rules) => {
    const worth = change * (points ?? 0)
    const monday = mondayOf(day)
    state.weeks[monday] = (state.weeks[monday] ?? 0) + worth
    const month = sumsOf(state, day)
    month.points += worth
    const isDiamond = leagueOf(month.points, thresholdsOf(rules)) === 'diamond'
    return change > 0 && isDiamond ? [{ achievement: 'legendary_person', period: monthOf(day) }] : []
  },
  task: (state, { day, change, is_in_norm }) => {
    const month = sumsOf(state, day)
    month.tasks += change
    const { run } = state
    run.tasks = Math.max(0, run.tasks + change)
    const earned: Earned[] = []
    if (run.tasks >= run.next) {
      run.next += targets.virtuoso
      run.times += 1
      earned.push({ achievement: 'virtuoso', period: String(run.times) })
    }
    if (!is_in_norm) return earned
    month.in_norm += change
    const tasks = (state.days[day] ?? 0) + change
    state.days[day] = tasks
    if (change > 0 && tasks >= targets.racer) earned.push({ achievement: 'racer', period: day })
    return earned
  },
  return: ({ run }) => {
    run.tasks = 0
    run.next = targets.virtuoso
    return []
  },
  shift: (state, happened) => {
    const seconds = happened.change * (happened.seconds ?? 0)
    sumsOf(state, happened.day).seconds += seconds
    const { worked } = state
    worked.seconds += seconds
    const earned = judgeShifts(state, happened)
    for (; worked.seconds >= worked.next * 3600; worked.next += targets.titanium) {
      earned.push({ achievement: 'titanium', period: String(worked.next) })
    }
    return earned
  },
}

function sumsOf(state: AchievementState, day: string): MonthSums {
  const month = monthOf(day)
  const sums = state.months[month] ?? nothing()
  state.months[month] = sums
  return sums
}

/** Days whose shifts are kept, because a correction of one can change the count of later ones. */
const rememberedDays = 3 * targets.marathon_runner

/** Counts shifts in the order of their ends, which is not always the order in which they are reported. */
function judgeShifts({ shifts }: AchievementState, happened: Happening): Earned[] {
  const { change, at, day, source_id } = happened
  if (shifts.since !== null && day <= shifts.since) return []
  const is_late = happened.is_late ?? false
  const others = shifts.last.filter(({ id }) => id !== source_id)
  // A person can clock in and out as often as they like, so what does not count is not kept either.
  const isKept = change > 0 && (is_late || (happened.seconds ?? 0) >= shortestCountedShift)
  if (isKept) others.push({ id: source_id ?? 0, at, day, is_late })
  shifts.last = newestDays(others.sort((a, b) => (a.at < b.at ? -1 : 1)))
  if (inTime(shifts.last) < targets.marathon_runner) return []
  shifts.since = shifts.last.at(-1)?.day ?? null
  shifts.last = []
  shifts.times += 1
  return [{ achievement: 'marathon_runner', period: String(shifts.times) }]
}

type Shifts = AchievementState['shifts']['last']

function newestDays(shifts: Shifts): Shifts {
  const oldest = [...new Set(shifts.map(({ day }) => day))].at(-rememberedDays)
  return oldest === undefined ? shifts : shifts.filter(({ day }) => day >= oldest)
}

/** Number of last consecutive working days that began in time. Several shifts of one day count once. */
export function inTime(shifts: Shifts): number {
  const late = shifts.findLastIndex(({ is_late }) => is_late)
  const days = new Set(shifts.slice(late + 1).map(({ day }) => day))
  // A day with a late shift does not count, even if a later shift of that day began in time.
  days.delete(shifts[late]?.day ?? '')
  return days.size
}

/** Ends a day, and the week or month that ends with it. */
function close(team: Team, { day, at }: Happening): Outcome {
  const earned: Omit<Award, 'at'>[] = anniversaries(team, day)
  const isMonthOver = day === resolveDays('this_month', day).last
  if (day === resolveDays('this_week', day).last) earned.push(...winnersOfWeek(team, mondayOf(day)))
  if (isMonthOver) earned.push(...winnersOfMonth(team, monthOf(day)))
  const finals = isMonthOver ? finalsOf(team, monthOf(day)) : []
  const prune = pruningBefore(day)
  for (const state of team.people.values()) prune(state)
  const awards = earned
    .filter(({ user_id, achievement }) => mayEarn(team, team.people.get(user_id) ?? newState(), achievement))
    .map((award) => ({ ...award, at }))
  return { awards, finals }
}

const anniversaries = ({ people }: Team, day: string): Omit<Award, 'at'>[] =>
  [...people].flatMap(([user_id, { joined_on }]) => {
    const years = joined_on === null ? 0 : yearsOver(joined_on, day)
    return years > 0 ? [{ user_id, achievement: 'veteran', period: String(years) }] : []
  })

const taking = ({ people }: Team) => [...people].filter(([, { takes_part }]) => takes_part)

const winnersOfWeek = (team: Team, monday: string): Omit<Award, 'at'>[] =>
  maxOf(taking(team).map(([user_id, { weeks }]) => [user_id, weeks[monday] ?? 0] as const)).map(
    (user_id) => ({
      user_id,
      achievement: 'king_of_the_hill',
      period: monday,
    }),
  )

function winnersOfMonth(team: Team, month: string): Omit<Award, 'at'>[] {
  const sums = taking(team).map(([user_id, { months }]) => ({ user_id, ...(months[month] ?? nothing()) }))
  const winners = {
    hard_worker: maxOf(sums.map(({ user_id, seconds }) => [user_id, seconds] as const)),
    leader: maxOf(sums.map(({ user_id, points }) => [user_id, points] as const)),
    best_employee: maxOf(scoresOf(sums)),
  } satisfies Partial<Record<AchievementCode, number[]>>
  return Object.entries(winners).flatMap(
    ([achievement, people]) =>
      people.map((user_id) => ({ user_id, achievement: achievement as keyof typeof winners, period: month })), // its own keys
  )
}

/** All people with the greatest value; nobody if it is 0. */
function maxOf(values: readonly (readonly [user_id: number, value: number])[]): number[] {
  const most = Math.max(0, ...values.map(([, value]) => value))
  return most === 0 ? [] : values.filter(([, value]) => value === most).map(([user_id]) => user_id)
}

const measures = ['points', 'tasks', 'in_norm', 'seconds'] as const

/** A score over all measures: one point for each colleague with less of a measure. */
export const scoresOf = (sums: readonly (MonthSums & { user_id: number })[]): [number, number][] => {
  const sorted = measures.map((measure) => sums.map((sum) => sum[measure]).sort((a, b) => a - b))
  return sums.map((sum) => {
    const ahead = measures.map((measure, index) => countBelow(sorted[index] ?? [], sum[measure]))
    return [sum.user_id, ahead.reduce((all, count) => all + count, 0)]
  })
}

/** Binary search, because it runs for each colleague. */
function countBelow(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((sorted[middle] ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from
}

function finalsOf(team: Team, month: string): Final[] {
  const thresholds = thresholdsOf(team.rules)
  return taking(team).map(([user_id, { months }]) => {
    const points = Math.max(0, months[month]?.points ?? 0)
    return { user_id, month: `${month}-01`, points, league: leagueOf(points, thresholds) }
  })
}

/** Deletes older sums, because only recent days are corrected. */
function pruningBefore(day: string): (state: AchievementState) => void {
  const [oldestDay, oldestWeek, oldestMonth] = [
    shiftDay(day, -7),
    shiftDay(day, -14),
    monthOf(shiftDay(day, -62)),
  ]
  const keep = <T>(kept: Record<string, T>, from: string) =>
    Object.fromEntries(Object.entries(kept).filter(([name]) => name >= from))
  return (state) => {
    state.days = keep(state.days, oldestDay)
    state.weeks = keep(state.weeks, oldestWeek)
    state.months = keep(state.months, oldestMonth)
  }
}
