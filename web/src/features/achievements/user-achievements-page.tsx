import type { AchievementCode } from '@artel/contract/company/company.line'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useCall, useWholeList } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { AchievementGrid } from './achievement-grid.tsx'
import classes from './achievements.module.css'
import { GivenList } from './given-list.tsx'
import { LeagueRoad } from './league-road.tsx'

/** A person's league, their progress with each achievement, and the achievements they were given. */
export function UserAchievementsPage() {
  const { id = '' } = useParams({ strict: false })
  const userId = Number(id)
  const { data, error } = useWays(userId)
  return (
    <div className={classes.page}>
      <Ways userId={userId} />
      {/* It loads meanwhile, but would move if it were shown before the part above has its height. */}
      <div className={classes.below} hidden={!data && !error}>
        <GivenList userId={userId} />
      </div>
    </div>
  )
}

const useWays = (userId: number) => useWholeList('achievements.list', { body: { user_id: userId } })

function Ways({ userId }: { userId: number }) {
  const t = useTranslations('achievements')
  const { data, error, refetch } = useWays(userId)
  // Served from the cache, because the folder has already read it.
  const person = useCall('users.get', { params: { id: userId } }).data?.user
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data || !person) return <SkeletonRows rows={8} height={88} />
  const [first] = data
  const standing = data.flatMap(({ achievements }) => achievements).filter(({ revoked }) => revoked === null)
  const earned = new Map<AchievementCode, number>()
  for (const { achievement } of standing) earned.set(achievement, (earned.get(achievement) ?? 0) + 1)
  return (
    <>
      {first?.standing && <LeagueRoad standing={first.standing} />}
      <AchievementGrid
        progress={first?.progress ?? []}
        earned={earned}
        isOnlyByHand={person.type !== 'staff'}
      />
    </>
  )
}
