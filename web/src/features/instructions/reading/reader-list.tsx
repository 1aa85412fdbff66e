import type { Instruction } from '@artel/contract/instructions/instructions'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Ruler } from '../../../ui/figures/ruler.tsx'
import { Pages } from '../../../ui/list/pager.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from './reader-list.module.css'

const page = 10

/** Who has read the current revision of the instruction, and who has not. */
export function ReaderList({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const { readers, requires_ack, is_published } = instruction
  const [isRead, setIsRead] = useState(false)
  if (!readers || !requires_ack || !is_published) return null
  const { read, of } = readers
  return (
    <section className={classes.readers} aria-labelledby="readers">
      <h2 id="readers" className={classes.title}>
        {t('whoRead')}
      </h2>
      <p className={classes.share}>{t('readBy', readers)}</p>
      <Ruler value={of === 0 ? 0 : read / of} tone="ok" />
      <SegmentedControl
        fullWidth
        aria-label={t('whoRead')}
        data={[
          { value: 'no', label: t('notRead', { count: Math.max(0, of - read) }) },
          { value: 'yes', label: t('haveRead', { count: read }) },
        ]}
        value={isRead ? 'yes' : 'no'}
        onChange={(value) => setIsRead(value === 'yes')}
      />
      <People key={String(isRead)} id={instruction.id} isRead={isRead} />
    </section>
  )
}

function People({ id, isRead }: { id: number; isRead: boolean }) {
  const t = useTranslations('instructions')
  const [at, setAt] = useState(1)
  const { data, error, refetch } = useCall('instructions.readers', {
    params: { id },
    query: {
      page: at,
      limit: page,
      ...(isRead
        ? ({ sort_by: 'read_at', direction: 'desc' } as const)
        : ({ sort_by: 'full_name', direction: 'asc' } as const)),
    },
    body: { read: isRead },
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('readersFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={40} cells={[{ kind: 'text' }]} />
  if (data.readers.length === 0) return <p className={classes.none}>{t(isRead ? 'nobodyRead' : 'allRead')}</p>
  return (
    <>
      <ul className={classes.people}>
        {data.readers.map(({ user, read_at }) => (
          <li key={user.id}>
            <PersonLink person={user} />
            {read_at !== null && <DateText value={read_at} tone="quiet" />}
          </li>
        ))}
      </ul>
      <Pages page={at} pages={data.pagination.pages} onChange={setAt} />
    </>
  )
}
