import type { Supply } from '@artel/contract/supplies'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure, listErrorOf } from '../../api/failure.ts'
import { useCall } from '../../api/query.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { WaitingSheet } from '../../ui/waiting-sheet.tsx'

export const waiting = <SkeletonRows rows={6} height={56} cells={[{ kind: 'text' }]} />

/** The supply that the address names, once it is there. */
export function SupplyGate({ children }: { children: (supply: Supply) => ReactNode }) {
  const t = useTranslations('supplies')
  const { id = '' } = useParams({ strict: false })
  const supplyId = Number(id)
  const isNumber = Number.isSafeInteger(supplyId) && supplyId > 0
  const { data, error, refetch } = useCall(
    'supplies.get',
    { params: { id: supplyId } },
    { enabled: isNumber },
  )
  const isMissing = !isNumber || (error instanceof ApiFailure && error.statusCode === 404)
  if (data && !isMissing) return children(data.supply)
  const toAll = (
    <Button variant="default" component={Link} to="/supplies">
      {t('toAll')}
    </Button>
  )
  return (
    <WaitingSheet
      isMissing={isMissing}
      failure={error && listErrorOf(error, t('loadOneFailed'))}
      onRetry={() => void refetch()}
      toAll={toAll}
    >
      {waiting}
    </WaitingSheet>
  )
}
