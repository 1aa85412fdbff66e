import type { Progress } from '@artel/contract/achievements/achievements'
import type { AchievementCode } from '@artel/contract/company/company.line'
import { monthOf, weekOf } from '../../ui/dates/periods.ts'
import type { useFormat } from '../../ui/figures/format-context.tsx'

type Format = Pick<ReturnType<typeof useFormat>, 'date' | 'days' | 'hours'>

/** A text key of this feature with its values. */
export type Said<Key extends string> = { key: Key; values: Record<string, string | number> }

const inSeconds: ReadonlySet<AchievementCode> = new Set<AchievementCode>(['titanium', 'hard_worker'])

/** The progress in words. In a contest, a person whose value reaches the target is first. */
export function progressWords(
  { achievement, value, target }: Progress,
  format: Format,
): Said<`progress_${AchievementCode}`> {
  const isTime = inSeconds.has(achievement)
  // At least a minute, because the target is one second while nobody has worked yet.
  const told = isTime
    ? { value: format.hours(value), target: format.hours(Math.max(60, target)) }
    : { value, target }
  return { key: `progress_${achievement}`, values: { ...told, isFirst: String(value >= target) } }
}

/** The period of an achievement in words: days and months by name, counted periods by number. */
export function periodWords(
  achievement: AchievementCode,
  period: string,
  format: Format,
): Said<'periodDays' | 'periodTime' | 'periodHours' | 'periodYears'> {
  switch (achievement) {
    case 'racer':
      return { key: 'periodDays', values: { days: format.date(period) } }
    case 'king_of_the_hill':
      return { key: 'periodDays', values: { days: format.days(weekOf(period)) } }
    case 'hard_worker':
    case 'leader':
    case 'best_employee':
    case 'legendary_person':
      return { key: 'periodDays', values: { days: format.days(monthOf(`${period}-01`), { month: true }) } }
    case 'titanium':
      return { key: 'periodHours', values: { count: Number(period) } }
    case 'veteran':
      return { key: 'periodYears', values: { count: Number(period) } }
    case 'virtuoso':
    case 'marathon_runner':
      return { key: 'periodTime', values: { count: Number(period) } }
  }
}
