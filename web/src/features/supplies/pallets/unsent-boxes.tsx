import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './pallet-list.module.css'
import { usePalletActions } from './use-pallet-actions.ts'
import { usePalletQueue } from './use-pallet-queue.ts'

/** Boxes of this person that wait for a connection, or that were refused. */
export function UnsentBoxes({ supplyId }: { supplyId: number }) {
  const t = useTranslations('pallets')
  const { open } = usePalletActions({ id: supplyId })
  const { all } = usePalletQueue(supplyId)
  const [first] = all
  if (!first) return null
  return (
    <div className={classes.unsent}>
      <span>{t('unsent', { count: all.length })}</span>
      <Button variant="default" size="xs" onClick={() => open({ id: first.pallet_id })}>
        {t('unsentGo')}
      </Button>
    </div>
  )
}
