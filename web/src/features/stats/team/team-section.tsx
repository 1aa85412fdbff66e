import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useUser } from '../../../api/session/session.ts'
import { PageRange, Pages } from '../../../ui/list/pager.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { StatCard } from '../metrics/stat-card.tsx'
import type { StatsState } from '../use-stats-state.ts'
import classes from './team.module.css'
import { TeamBoard } from './team-board.tsx'
import { useAccuracy } from './use-accuracy.ts'

type TeamSectionProps = { part: 'around' | 'all'; state: StatsState }

/** The neighbours of the signed-in person in the ranking, or the full ranking page by page. */
export function TeamSection({ part, state }: TeamSectionProps) {
  const t = useTranslations('team')
  const { id } = useUser()
  const isAround = part === 'around'
  const { filters, page, limit } = state.state
  const common = { ...state.asked, ...(filters.league !== undefined && { league: filters.league }) }
  const { data, error, refetch } = useCall('stats.command', {
    body: isAround ? { ...state.asked, around: id } : common,
    query: { limit, page: isAround ? 1 : page },
  })
  const accuracy = useAccuracy(state)
  // If the neighbours are the whole team, the section is left out.
  if (isAround && data && data.team.length === data.pagination.total) return null
  return (
    <StatCard title={t(isAround ? 'aroundTitle' : 'allTitle')} hint={t(isAround ? 'aroundText' : 'allText')}>
      {error && !data && (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      )}
      {!error && !data && <SkeletonRows rows={isAround ? 11 : 8} height={56} />}
      {data?.team.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {data && data.team.length > 0 && (
        <TeamBoard
          team={data.team}
          accuracy={accuracy}
          asked={state.asked}
          label={t(isAround ? 'aroundLabel' : 'boardLabel')}
        />
      )}
      {data && !isAround && data.pagination.pages > 1 && (
        <footer className={classes.foot}>
          <PageRange pagination={data.pagination} />
          <Pages
            page={page}
            pages={data.pagination.pages}
            onChange={(next) => state.change({ page: next })}
          />
        </footer>
      )}
    </StatCard>
  )
}
