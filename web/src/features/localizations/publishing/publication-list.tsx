import type { LocalizationPublication } from '@artel/contract/texts/localizations'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { DateText } from '../../../ui/dates/date-text.tsx'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { Pages } from '../../../ui/list/pager.tsx'
import { Tag } from '../../../ui/marks/tag.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { PersonLink } from '../../users/users.tsx'
import classes from '../text-changes.module.css'
import { useTextFailure } from '../use-text-steps.ts'

const page = 10

/** The past publications. Each can be restored. */
export function PublicationList() {
  const t = useTranslations('localizations')
  const [at, setAt] = useState(1)
  const { data, error, refetch } = useCall('localizations.publications', {
    query: { page: at, limit: page, sort_by: 'number', direction: 'desc' },
    body: {},
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('publicationsFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={56} cells={[{ kind: 'text' }]} />
  if (data.publications.length === 0) return <p className={classes.quiet}>{t('publicationsEmpty')}</p>
  return (
    <>
      <ul className={classes.list}>
        {data.publications.map((publication) => (
          <Publication key={publication.id} publication={publication} />
        ))}
      </ul>
      <Pages page={at} pages={data.pagination.pages} onChange={setAt} />
    </>
  )
}

function Publication({ publication }: { publication: LocalizationPublication }) {
  const t = useTranslations('localizations')
  const { id, number, restores, changes, is_present, created_at, user } = publication
  const onFailure = useTextFailure()
  const { mutate, isPending } = useAction('localizations.restore', {
    onFailure,
    onSuccess: (answer) => {
      notify({ text: t('wasPublished', { number: answer.number }), tone: 'ok' })
    },
  })
  const bringBack = async () => {
    const isSure = await confirm({
      title: t('rollBackTitle', { number }),
      text: t('rollBackText'),
      confirmLabel: t('rollBackConfirm', { number }),
      cancelLabel: t('keep'),
    })
    if (isSure) mutate({ params: { id } })
  }
  return (
    <li className={classes.change}>
      <div className={classes.line}>
        <span className={classes.name}>{t('publication', { number })}</span>
        {is_present ? (
          <Tag tone="ok">{t('present')}</Tag>
        ) : (
          <Button size="xs" variant="default" loading={isPending} onClick={() => void bringBack()}>
            {t('rollBack')}
          </Button>
        )}
      </div>
      <div className={classes.facts}>
        <DateText value={created_at} withTime />
        <PersonLink person={user} />
        <span>
          {restores === null ? t('changes', { count: changes }) : t('broughtBack', { number: restores })}
        </span>
      </div>
    </li>
  )
}
