import type { Multimedia } from '@artel/contract/multimedia'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/open-dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import type { Fillable, Filled } from './offers.ts'

// Most forms are filled by hand.
const LookUpDialog = lazy(async () => ({
  default: (await import('./look-up-dialog.tsx')).LookUpDialog,
}))

export type FillProps = {
  /** The number that the form has already. */
  id: number | null
  /** What the form holds when the button is pressed. */
  form: Fillable
  hasPhotos: boolean
  /** Only what changes; photos are stored already, and go behind those that are there. */
  onFill: (fields: Filled, photos: readonly Multimedia[]) => void
}

/** Fills the form of a product with what Wildberries knows of it. Where that is nothing, the form stays as it is. */
export function FillFromWildberries(props: FillProps) {
  const t = useTranslations('wildberries')
  const open = () =>
    openDialog(t('title'), (close) => <LookUpDialog {...props} close={close} />, {
      isForm: true,
      size: 528,
      waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
    })
  return (
    <Button variant="default" leftSection={<IconDownload size={16} stroke={1.8} />} onClick={open}>
      {t('open')}
    </Button>
  )
}
