import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Copies a text. Not rendered if the browser gives no access to the clipboard, for example without https. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('profile')
  const { copy, copied } = useClipboard()
  if (!('clipboard' in navigator)) return null
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button variant="default" leftSection={<Icon size={16} stroke={1.8} />} onClick={() => copy(text)}>
      {copied ? t('copied') : label}
    </Button>
  )
}
