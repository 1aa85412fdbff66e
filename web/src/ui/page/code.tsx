import { UnstyledButton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notify.ts'
import classes from './code.module.css'

/** An article or a barcode, written without digit groups, so that a copied value is exact. */
export function Code({ children }: { children: string }) {
  return <span className={classes.code}>{children}</span>
}

/** A code large enough to compare with a scanner's reading. A press copies it. */
export function CopiedCode({ text }: { text: string }) {
  const t = useTranslations('ui')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      notify({ text: t('copied', { text }), tone: 'ok' })
    } catch {
      // Fails without https, or if the person has forbidden it.
      notify({ text: t('copyFailed'), tone: 'bad' })
    }
  }
  return (
    <UnstyledButton
      className={classes.copied ?? ''}
      aria-label={t('copy', { text })}
      title={t('copy', { text })}
      onClick={() => void copy()}
    >
      {text}
      <IconCopy size={16} stroke={1.8} aria-hidden="true" />
    </UnstyledButton>
  )
}
