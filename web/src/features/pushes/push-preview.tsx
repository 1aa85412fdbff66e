import { useTranslations } from 'use-intl'
import classes from './push-parts.module.css'

type PushPreviewProps = {
  title: string
  body: string
  /** A label, if there are several previews. */
  label?: string
}

/** A push roughly as a phone shows it. */
export function PushPreview({ title, body, label }: PushPreviewProps) {
  const t = useTranslations('pushes')
  return (
    <section className={classes.preview} aria-label={label ?? t('preview')}>
      <img className={classes.logo} src="/icons/icon-192.png" alt="" width={36} height={36} />
      <div className={classes.said}>
        <p className={classes.from}>
          {t('previewApp')} <span aria-hidden="true">·</span> {t('previewNow')}
        </p>
        <p className={classes.previewTitle} {...(title.trim() === '' && { 'data-empty': true })}>
          {title.trim() || t('previewTitle')}
        </p>
        <p className={classes.previewBody} {...(body.trim() === '' && { 'data-empty': true })}>
          {body.trim() || t('previewBody')}
        </p>
      </div>
    </section>
  )
}
