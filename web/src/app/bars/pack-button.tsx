import { ActionIcon } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { goPacking, loadPacking } from '../../features/supplies/supplies.tsx'
import { Hint } from '../../ui/popup/hint.tsx'

/** Leads staff from anywhere to the packing screen. */
export function PackButton() {
  const t = useTranslations('frame')
  return (
    <Hint label={t('pack')}>
      <ActionIcon
        size="lg"
        aria-label={t('pack')}
        onPointerEnter={loadPacking}
        onClick={() => goPacking(t('packTitle'))}
      >
        <IconScan size={20} stroke={1.6} />
      </ActionIcon>
    </Hint>
  )
}
