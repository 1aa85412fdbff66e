import type { Multimedia } from '@artel/contract/multimedia/multimedia'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { lazyPart } from '../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import type { Fillable, Filled } from './offers.ts'

// Lazy, because most forms are filled by hand.
const LookUpDialog = lazyPart(async () => (await import('./look-up-dialog.tsx')).LookUpDialog)

export type FillProps = {
  /** The Wildberries number in the form. */
  id: number | null
  /** The values of the form when the button is pressed. */
  form: Fillable
  hasPhotos: boolean
  /** Gets only the changed fields. The photos are already stored, and are added after the present ones. */
  onFill: (fields: Filled, photos: readonly Multimedia[]) => void
}

/** Fills the product form with data from Wildberries. If nothing is found, the form stays unchanged. */
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
