import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../api/failure.ts'
import { useCall } from '../../api/query.ts'
import { PageRange, Pages } from '../../ui/pager.tsx'
import type { Days } from '../../ui/periods.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import classes from './team.module.css'
import { TeamBoard } from './team-board.tsx'

const limit = 50

type TeamSectionProps = { part: 'around' | 'all'; days: Days; userId: number }

/** The neighbourhood of a person, or page after page of the board. */
export function TeamSection({ part, days, userId }: TeamSectionProps) {
  const t = useTranslations('team')
  const [page, setPage] = useState(1)
  const isAround = part === 'around'
  const around = isAround ? { around: userId } : {}
  const { data, error, refetch } = useCall(
    'stats.command',
    { body: { date_from: days.from, date_to: days.to, ...around }, query: { limit, page } },
    { keepsAnswer: true },
  )
  // A team that is seen at one look needs no neighbourhood.
  if (isAround && data && data.team.length === data.pagination.total) return null
  return (
    <section className={classes.section} aria-labelledby={`team-${part}`}>
      <h2 id={`team-${part}`} className={classes.heading}>
        {t(isAround ? 'aroundTitle' : 'allTitle')}
      </h2>
      {isAround && <p className={classes.rules}>{t('aroundText')}</p>}
      {error && !data && (
        <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
      )}
      {!error && !data && <SkeletonRows rows={isAround ? 11 : 8} height={52} />}
      {data?.team.length === 0 && <EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      {data && data.team.length > 0 && (
        <TeamBoard team={data.team} userId={userId} label={t(isAround ? 'aroundLabel' : 'boardLabel')} />
      )}
      {data && !isAround && data.pagination.pages > 1 && (
        <footer className={classes.foot}>
          <PageRange pagination={data.pagination} />
          <Pages page={page} pages={data.pagination.pages} onChange={setPage} />
        </footer>
      )}
    </section>
  )
}
