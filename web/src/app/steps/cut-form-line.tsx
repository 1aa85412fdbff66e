import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { takeCutForm } from '../../forms/drafts/cut-form.ts'
import { watchDialogs } from '../../ui/dialog/open-dialog.tsx'
import classes from './steps.module.css'

/** Says where the text of a dialog is that was open when the session ended, until a dialog is opened. */
export function CutFormLine() {
  const t = useTranslations('steps')
  const [form, setForm] = useState<string | null>(null)
  useEffect(() => {
    const taken = takeCutForm()
    if (taken !== null) setForm(taken)
    return watchDialogs(() => setForm(null))
  }, [])
  if (form === null) return null
  return (
    <div className={classes.line} role="status">
      <span>{t('formKept', { form })}</span>
      <Button variant="subtle" size="compact-sm" onClick={() => setForm(null)}>
        {t('formKeptSeen')}
      </Button>
    </div>
  )
}
