import { UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './code.module.css'
import { notify } from './notify.ts'

/** An article, a barcode or a box code; one click copies it. Never grouped, so that what is copied works. */
export function Code({ children }: { children: string }) {
  const t = useTranslations('ui')
  const copy = async (element: HTMLElement) => {
    // Without HTTPS the browser gives no clipboard: the text is marked, ready for Ctrl C.
    if (!window.isSecureContext) return window.getSelection()?.selectAllChildren(element)
    await navigator.clipboard.writeText(children)
    notify({ text: t('codeCopied', { code: children }), tone: 'ok' })
  }
  return (
    <UnstyledButton
      className={classes.code}
      aria-label={t('copyCode', { code: children })}
      title={t('copyCode', { code: children })}
      onClick={(event) => void copy(event.currentTarget)}
    >
      {children}
    </UnstyledButton>
  )
}
