import type { Supply } from '@artel/contract/supplies'
import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ApiFailure, listErrorOf } from '../../api/failure.ts'
import { useCall } from '../../api/query.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { ErrorState, NotFoundState } from '../../ui/states.tsx'

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
  if (!isNumber || (error instanceof ApiFailure && error.statusCode === 404)) return <Missing />
  if (data) return children(data.supply)
  return (
    <Sheet>
      {error ? (
        <ErrorState {...listErrorOf(error, t('loadOneFailed'))} onRetry={() => void refetch()} />
      ) : (
        waiting
      )}
    </Sheet>
  )
}

function Missing() {
  const t = useTranslations('supplies')
  const toAll = (
    <Button variant="default" component={Link} to="/supplies">
      {t('toAll')}
    </Button>
  )
  return (
    <Sheet>
      <NotFoundState action={toAll} />
    </Sheet>
  )
}
