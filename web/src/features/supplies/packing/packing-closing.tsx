import type { Box } from '@artel/contract/supplies/supplies'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useBoxActions } from '../boxes/use-box-actions.ts'
import { useGoPacking } from '../entry/use-go-packing.ts'
import classes from './packing.module.css'
import type { Packing } from './use-packing.ts'

type PackingClosingProps = {
  packing: Packing
  supplyId: number
  box: Box
  /** Called when the server has closed the box. */
  onClosed: (box: Box) => void
}

/** Closes a full box and leads to the next one. */
export function PackingClosing({ packing, supplyId, box, onClosed }: PackingClosingProps) {
  const t = useTranslations('packing')
  const { seal, unseal, isBusy } = useBoxActions({ id: supplyId })
  const next = useGoPacking({ id: supplyId })
  const goOn = () => next.goOn(box.number)
  const close = () => {
    onClosed(box)
    goOn()
  }
  if (box.sealed_at !== null) {
    return (
      <div className={classes.closing}>
        <p className={classes.closed}>
          <IconLock size={18} stroke={1.8} aria-hidden="true" />
          {t('isSealed', { number: box.number })}
        </p>
        {box.can.unseal && (
          <Button
            variant="default"
            className={classes.tool ?? ''}
            loading={isBusy}
            onClick={() => unseal(box)}
          >
            {t('openAgain')}
          </Button>
        )}
        <Button className={classes.tool ?? ''} loading={next.isBusy} onClick={goOn}>
          {t('takeNext')}
        </Button>
      </div>
    )
  }
  if (!box.can.seal) {
    return (
      <div className={classes.closing}>
        {!box.can.edit && <p className={classes.quiet}>{t('notPacking')}</p>}
      </div>
    )
  }
  const waits = packing.waiting.some(({ box_id }) => box_id === box.id)
  return (
    <div className={classes.closing}>
      {waits && packing.isLost && <p className={classes.quiet}>{t('closeWaits')}</p>}
      <Button
        className={classes.tool ?? ''}
        leftSection={<IconLock size={20} stroke={1.8} />}
        loading={isBusy || next.isBusy}
        // Only marked as disabled, because a disabled button would lose the focus with each scan.
        aria-disabled={waits}
        onClick={() => !waits && seal(box, close)}
      >
        {t('closeAndNext')}
      </Button>
    </div>
  )
}
