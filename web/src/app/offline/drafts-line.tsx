import { Anchor, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useSession } from '../../api/session/session.ts'
import { useSettingsUpdate } from '../../api/session/settings.ts'
import { announceTexts } from '../../api/session/texts.ts'
import classes from '../../ui/notices/info-line.module.css'
import { notify } from '../../ui/notices/notify.ts'
import { addressNamed } from '../routes/route-table.ts'

/** Tells a person who previews drafts of texts that other people see different texts. */
export function DraftsLine() {
  const t = useTranslations('frame')
  const { texts } = useSession()
  const { mutate, isPending } = useSettingsUpdate()
  if (!texts?.is_preview) return null
  const hide = () =>
    mutate(
      { body: { parent: 'user', settings: { preview_texts: false } } },
      {
        onSuccess: () => announceTexts('published', true),
        onError: () => notify({ text: t('draftsFailed'), tone: 'bad' }),
      },
    )
  return (
    <div className={classes.line} role="status">
      <span className={classes.text}>{t('drafts')}</span>
      <Anchor
        className={classes.way ?? ''}
        renderRoot={(props) => <Link to={addressNamed('localizations.index')} {...props} />}
      >
        {t('draftsOpen')}
      </Anchor>
      <UnstyledButton className={classes.way} disabled={isPending} onClick={hide}>
        {t('draftsHide')}
      </UnstyledButton>
    </div>
  )
}
