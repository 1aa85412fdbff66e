import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Copies a text; absent where the browser lets no page do so, as without https. */
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
