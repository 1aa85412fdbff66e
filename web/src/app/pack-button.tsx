import { ActionIcon } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Hint } from '../ui/hint.tsx'
import { lazyPart, loadAhead } from '../ui/lazy-part.ts'
import { openDialog } from '../ui/open-dialog.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'

// The feature is not part of the shell, and the shell does not wait for it.
const load = () => import('../features/supplies/entry/pack-now.tsx')
const PackNow = lazyPart(async () => (await load()).PackNow)

/** Leads staff from anywhere to the packing screen. */
export function PackButton() {
  const t = useTranslations('frame')
  const choose = () =>
    openDialog(t('packTitle'), (close) => <PackNow close={close} />, {
      waiting: <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }]} />,
    })
  return (
    <Hint label={t('pack')}>
      <ActionIcon size="lg" aria-label={t('pack')} onPointerEnter={() => loadAhead(load)} onClick={choose}>
        <IconScan size={20} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}
