import type { Instruction, InstructionRevision } from '@artel/contract/instructions/instructions'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useMediaItems } from '../../../api/send/media.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { Pages } from '../../../ui/list/pager.tsx'
import type { MediaItem } from '../../../ui/media/media-item.ts'
import { openMedia } from '../../../ui/media/open-media.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PersonLink } from '../../users/users.tsx'
import { RichText } from '../editor/rich-text.tsx'
import classes from './revision-list.module.css'

const page = 10

/** The text of each earlier revision, newest first. */
export function RevisionList({ instruction }: { instruction: Instruction }) {
  const t = useTranslations('instructions')
  const items = useMediaItems()(instruction.multimedia)
  const [at, setAt] = useState(1)
  const { data, error, refetch } = useCall('instructions.revisions', {
    params: { id: instruction.id },
    query: { page: at, limit: page, sort_by: 'revision', direction: 'desc' },
    body: {},
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('revisionsFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height={56} cells={[{ kind: 'text' }]} />
  return (
    <>
      <ul className={classes.revisions}>
        {data.revisions.map((revision) => (
          <li key={revision.id}>
            <Revision revision={revision} items={items} />
          </li>
        ))}
      </ul>
      <Pages page={at} pages={data.pagination.pages} onChange={setAt} />
    </>
  )
}

function Revision({ revision, items }: { revision: InstructionRevision; items: MediaItem[] }) {
  const t = useTranslations('instructions')
  const { revision: number, title, body, created_at, user, reads } = revision
  return (
    <details className={classes.revision}>
      <summary className={classes.head}>
        <span className={classes.name}>{t('revisionOf', { number })}</span>
        <DateText value={created_at} tone="quiet" />
      </summary>
      <p className={classes.facts}>
        <PersonLink person={user} />
        <span>{t('readsOf', { count: reads })}</span>
      </p>
      <h3 className={classes.title}>{title}</h3>
      <RichText
        body={body}
        items={items}
        onOpen={(item) => openMedia(items, items.indexOf(item), t('media'))}
      />
    </details>
  )
}
