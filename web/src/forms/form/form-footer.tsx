import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './form-shell.module.css'
import type { FormLayout } from './form-shell.tsx'

type FormFooterProps = {
  layout: FormLayout
  /** The changed fields, in words; empty if nothing was changed. */
  summary: string
  /** Messages that belong to no field of the form. */
  stray: readonly string[]
  isSending: boolean
  submitLabel?: string
  /** The action of the form cannot be undone. */
  isDestructive?: boolean
  cancel?: { label: string; onClick: () => void }
  onRevert?: () => void
}

/** Whether the footer names the changed fields and offers to revert them. */
export const canRevert = (layout: FormLayout) =>
  layout === 'page' || layout === 'wide' || layout === 'section'

export function FormFooter(props: FormFooterProps) {
  const { layout, summary, stray, isSending, submitLabel, isDestructive, cancel, onRevert } = props
  const t = useTranslations('forms')
  // Among several forms only one with unsaved changes offers to save. A disabled button would lose the focus
  // after saving.
  const isIdle = layout === 'section' && !onRevert
  const isQuiet = layout === 'inline' || isIdle
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
      {canRevert(layout) && onRevert && (
        <Button variant="subtle" color="gray" disabled={isSending} onClick={onRevert}>
          {t('revert')}
        </Button>
      )}
      <Button
        type="submit"
        variant={isQuiet ? 'default' : 'filled'}
        {...(isDestructive && { color: 'red' })}
        loading={isSending}
        {...(isIdle && { 'aria-disabled': true, 'data-disabled': true })}
      >
        {submitLabel ?? t('save')}
      </Button>
    </footer>
  )
}
