import { type Locale, locales } from '@artel/contract/shapes/primitives'
import type { Localization } from '@artel/contract/texts/localizations'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { listErrorOf } from '../../../api/send/failure.ts'
import { DialogButtons, DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import classes from '../text-changes.module.css'
import { useTextFailure } from '../use-text-steps.ts'

const shown = 100

/** The changes that a publication makes for everyone, and the button that publishes. */
export function PublishDrafts({ onDone }: { onDone: () => void }) {
  const t = useTranslations('localizations')
  const onFailure = useTextFailure()
  const { data, error, refetch } = useCall('localizations.list', {
    query: { is_draft: true, limit: shown, sort_by: 'key', direction: 'asc' },
  })
  const { mutate, isPending } = useAction('localizations.sync', {
    onFailure,
    onSuccess: ({ number }) => {
      notify({ text: t('wasPublished', { number }), tone: 'ok' })
      onDone()
    },
  })
  if (error && !data)
    return <ErrorState {...listErrorOf(error, t('loadFailed'))} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} cells={[{ kind: 'text' }]} />
  const total = data.pagination.total
  return (
    <>
      <DialogText>{t('publishText')}</DialogText>
      <ul className={classes.list}>
        {data.localizations.map((row) => (
          <Change key={row.id} row={row} />
        ))}
      </ul>
      {total > shown && <p className={classes.quiet}>{t('publishMore', { count: total - shown })}</p>}
      <DialogButtons>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {t('publishLater')}
        </Button>
        <Button data-autofocus disabled={total === 0} loading={isPending} onClick={() => mutate({})}>
          {t('publish', { count: total })}
        </Button>
      </DialogButtons>
    </>
  )
}

function Change({ row }: { row: Localization }) {
  const changed = locales.filter((locale) => row[locale] !== row.published[locale])
  return (
    <li className={classes.change}>
      <span className={classes.key}>{row.key}</span>
      {changed.map((locale) => (
        <BeforeAfter key={locale} locale={locale} before={row.published[locale]} after={row[locale]} />
      ))}
    </li>
  )
}

type BeforeAfterProps = { locale: Locale; before: string | null; after: string | null; none?: string }

/** A text before and after, in one language. */
export function BeforeAfter({ locale, before, after, none }: BeforeAfterProps) {
  const t = useTranslations('localizations')
  const nothing = none ?? t('nothing')
  return (
    <span className={classes.texts}>
      <span className={classes.quiet}>{t(locale)}</span>
      <span>
        <del className={classes.before} {...(before !== null && { lang: locale })}>
          {before ?? nothing}
        </del>{' '}
        <ins className={classes.after} {...(after !== null && { lang: locale })}>
          {after ?? nothing}
        </ins>
      </span>
    </span>
  )
}
