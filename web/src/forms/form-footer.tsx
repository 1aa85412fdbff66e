import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './form-shell.module.css'

type FormFooterProps = {
  layout: 'page' | 'dialog' | 'inline'
  /** What was changed, in words; empty where nothing was. */
  summary: string
  /** Messages that belong to no field of the form. */
  stray: readonly string[]
  isSending: boolean
  submitLabel?: string
  cancel?: { label: string; onClick: () => void }
  onRevert?: () => void
}

export function FormFooter(props: FormFooterProps) {
  const { layout, summary, stray, isSending, submitLabel, cancel, onRevert } = props
  const t = useTranslations('forms')
  return (
    <footer className={classes.footer}>
      <div className={classes.said} aria-live="polite">
        {stray.length > 0 ? (
          <span className={classes.stray}>{stray.join('. ')}</span>
        ) : (
          summary !== '' && <span className={classes.summary}>{summary}</span>
        )}
      </div>
      {cancel && (
        <Button variant="subtle" color="gray" onClick={cancel.onClick}>
          {cancel.label}
        </Button>
      )}
      {layout === 'page' && onRevert && (
        <Button variant="subtle" color="gray" disabled={isSending} onClick={onRevert}>
          {t('revert')}
        </Button>
      )}
      <Button type="submit" variant={layout === 'inline' ? 'default' : 'filled'} loading={isSending}>
        {submitLabel ?? t('save')}
      </Button>
    </footer>
  )
}
