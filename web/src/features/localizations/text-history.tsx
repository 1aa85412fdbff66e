import { locales } from '@artel/contract/shapes/primitives'
import type { Localization, LocalizationChange } from '@artel/contract/texts/localizations'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../api/cache/query.ts'
import { listErrorOf } from '../../api/send/failure.ts'
import { DateText } from '../../ui/dates/date-text.tsx'
import { Pages } from '../../ui/list/pager.tsx'
import { notify } from '../../ui/notices/notify.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState } from '../../ui/states/states.tsx'
import { PersonLink } from '../users/users.tsx'
import { BeforeAfter } from './publishing/publish-drafts.tsx'
import classes from './text-changes.module.css'
import { useTextFailure } from './use-text-steps.ts'

const page = 10

/** The text before and after each change. Each earlier text can be restored. */
export function TextHistory({ text }: { text: Localization }) {
  const t = useTranslations('localizations')
  const [at, setAt] = useState(1)
  const { data, error, refetch } = useCall('localizations.changes', {
    params: { id: text.id },
    query: { page: at, limit: page },
    body: {},
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('historyFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} height={56} cells={[{ kind: 'text' }]} />
  if (data.changes.length === 0) return <p className={classes.quiet}>{t('historyEmpty')}</p>
  return (
    <>
      <ul className={classes.list}>
        {data.changes.map((change) => (
          <Change key={change.id} text={text} change={change} />
        ))}
      </ul>
      <Pages page={at} pages={data.pagination.pages} onChange={setAt} />
    </>
  )
}

function Change({ text, change }: { text: Localization; change: LocalizationChange }) {
  const t = useTranslations('localizations')
  const onFailure = useTextFailure()
  const { before, after, created_at, user } = change
  const { mutate, isPending } = useAction('localizations.update', {
    onFailure,
    onSuccess: () => notify({ text: t('reverted'), tone: 'ok' }),
  })
  const changed = locales.filter((locale) => before[locale] !== after[locale])
  // A text that the code does not have must not be restored to no value in both languages.
  const isSomething = text.default !== null || before.en !== null || before.ru !== null
  const bringBack = () =>
    mutate({ params: { id: text.id }, body: { en: before.en, ru: before.ru, version: text.version } })
  return (
    <li className={classes.change}>
      <div className={classes.facts}>
        <DateText value={created_at} withTime />
        <PersonLink person={user} />
      </div>
      {changed.map((locale) => (
        <BeforeAfter
          key={locale}
          locale={locale}
          before={before[locale]}
          after={after[locale]}
          {...(text.default && { none: t('asDefault') })}
        />
      ))}
      {isSomething && text.can.edit && (
        <div>
          <Button size="xs" variant="default" loading={isPending} onClick={bringBack}>
            {t('revert')}
          </Button>
        </div>
      )}
    </li>
  )
}
