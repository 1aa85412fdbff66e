import type { Supply } from '@artel/contract/supplies'
import { UnstyledButton } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useGoPacking } from './use-go-packing.ts'

type PackSupplyProps = { supply: Pick<Supply, 'id' | 'number'>; className: string | undefined }

/** Opens the packing screen of a supply, from the running task. */
export function PackSupply({ supply, className }: PackSupplyProps) {
  const t = useTranslations('packing')
  const { go, isBusy } = useGoPacking(supply)
  return (
    <UnstyledButton className={className} disabled={isBusy} onClick={go}>
      <IconScan size={20} stroke={1.8} aria-hidden="true" />
      {t('packSupply')}
    </UnstyledButton>
  )
}
