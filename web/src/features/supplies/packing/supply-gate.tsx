import type { Supply } from '@artel/contract/supplies/supplies'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useAddressed } from '../../../api/list/addressed.ts'
import { WaitingSheet } from '../../../ui/dialog/waiting-sheet.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

export const waiting = <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }]} />

/** Renders the children once the supply that the address names is loaded. */
export function SupplyGate({ children }: { children: (supply: Supply) => ReactNode }) {
  const t = useTranslations('supplies')
  const { data, standing } = useAddressed('supplies.get', t('loadOneFailed'))
  if (data) return children(data.supply)
  const toAll = (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/supplies" />}>
      {t('toAll')}
    </Button>
  )
  return (
    <WaitingSheet {...standing} toAll={toAll}>
      {waiting}
    </WaitingSheet>
  )
}
