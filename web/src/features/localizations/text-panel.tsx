import { locales } from '@artel/contract/shapes/primitives'
import type { Localization } from '@artel/contract/texts/localizations'
import { Button, Drawer } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useCall } from '../../api/cache/query.ts'
import { ApiFailure, listErrorOf } from '../../api/send/failure.ts'
import { isOnlyDialog } from '../../ui/dialog/only-dialog.ts'
import { useLastShown } from '../../ui/states/last-shown.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { ErrorState, NotFoundState } from '../../ui/states/states.tsx'
import classes from './text-changes.module.css'
import { TextHistory } from './text-history.tsx'
import { TextPlaces } from './text-places.tsx'
import { TextPreview } from './text-preview.tsx'
import { TextTags } from './text-row.tsx'
import { useTextSteps } from './use-text-steps.ts'

type TextPanelProps = { openId: number | null; onClose: () => void }

/** The details of one text, beside the list: where it is shown, its published form, and its history. */
export function TextPanel({ openId, onClose }: TextPanelProps) {
  const t = useTranslations('localizations')
  const shown = useLastShown(openId)
  const { data, error, refetch } = useCall(
    'localizations.get',
    { params: { id: shown ?? 0 } },
    { enabled: shown !== null && shown > 0 },
  )
  const isMissing = shown === 0 || (error instanceof ApiFailure && error.statusCode === 404)
  const text = isMissing || data?.localization.id !== shown ? undefined : data?.localization
  return (
    <Drawer
      opened={openId !== null}
      onClose={() => isOnlyDialog() && onClose()}
      position="right"
      size={480}
      title={text?.key ?? t('title')}
      closeButtonProps={{ 'aria-label': t('panelClose') }}
    >
      {isMissing ? (
        <NotFoundState title={t('noOne')} text={t('noOneText')} action={null} />
      ) : text ? (
        <About text={text} onClose={onClose} />
      ) : error ? (
        <ErrorState {...listErrorOf(error, t('panelFailed'))} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={6} height={40} cells={[{ kind: 'text' }]} />
      )}
    </Drawer>
  )
}

function About({ text, onClose }: { text: Localization; onClose: () => void }) {
  const t = useTranslations('localizations')
  const steps = useTextSteps()
  return (
    <>
      <TextTags row={text} />
      {locales.map((locale) => (
        <section key={locale}>
          <h3 className={classes.section}>{t(locale)}</h3>
          <p lang={locale}>{text[locale] ?? t('noText')}</p>
          <TextPreview locale={locale} text={text[locale] ?? ''} />
          {text.default && text.default[locale] !== text[locale] && (
            <p className={classes.quiet}>{t('default', { text: text.default[locale] })}</p>
          )}
        </section>
      ))}
      {text.can.delete && (
        <Button mt={12} variant="default" onClick={() => void steps.remove(text, onClose)}>
          {t(text.default ? 'reset' : 'remove')}
        </Button>
      )}
      <h3 className={classes.section}>{t('where')}</h3>
      <TextPlaces textKey={text.key} />
      <h3 className={classes.section}>{t('history')}</h3>
      <TextHistory text={text} />
    </>
  )
}
