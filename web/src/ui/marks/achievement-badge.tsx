import type { AchievementCode } from '@artel/contract/company/company.line'
import {
  IconBolt,
  IconCalendarStar,
  IconDiamond,
  IconHammer,
  IconMountain,
  IconPodium,
  IconRun,
  IconTargetArrow,
  IconTrophy,
  IconWeight,
  type TablerIcon,
} from '@tabler/icons-react'
import classes from './achievement-badge.module.css'

const icons: Record<AchievementCode, TablerIcon> = {
  racer: IconBolt,
  virtuoso: IconTargetArrow,
  marathon_runner: IconRun,
  titanium: IconWeight,
  king_of_the_hill: IconMountain,
  hard_worker: IconHammer,
  leader: IconPodium,
  legendary_person: IconDiamond,
  veteran: IconCalendarStar,
  best_employee: IconTrophy,
}

type AchievementBadgeProps = {
  achievement: AchievementCode
  isEarned: boolean
  /** Height in pixels. */
  size?: 24 | 56
}

/**
 * An achievement by its icon, in the outline of a box, which is dashed until the achievement is earned. Its
 * name stands beside it.
 */
export function AchievementBadge({ achievement, isEarned, size = 56 }: AchievementBadgeProps) {
  const Icon = icons[achievement]
  return (
    <span className={classes.badge} data-earned={isEarned || undefined} style={{ height: size }}>
      <svg viewBox="-1 -1 32 36" aria-hidden="true">
        <path
          d="M15 0 L30 8.5 V25.5 L15 34 L0 25.5 V8.5 Z"
          strokeWidth={size < 30 ? 2 : 1.1}
          strokeLinejoin="round"
          strokeDasharray={isEarned ? undefined : '2.6 2'}
        />
      </svg>
      <Icon
        className={classes.icon}
        size={size < 30 ? 14 : 26}
        stroke={size < 30 ? 1.8 : 1.6}
        aria-hidden="true"
      />
    </span>
  )
}
