import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { listErrorOf } from '../../../api/send/failure.ts'
import { useAskUnsaved } from '../../../forms/form/unsaved-changes.tsx'
import { FullScreenDialog } from '../../../ui/dialog/full-screen-dialog.tsx'
import { isOnlyDialog } from '../../../ui/dialog/only-dialog.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states/states.tsx'
import { PayoutForm } from './payout-form.tsx'
import { usePayees } from './use-payees.ts'

type PayoutRunProps = { isOpen: boolean; onClose: () => void; onDone: (posting: number) => void }

/** Pays out balances: pick people and amounts, then confirm with the password. Balances go down at once. */
export function PayoutRun({ isOpen, onClose, onDone }: PayoutRunProps) {
  const t = useTranslations('ledger')
  const askUnsaved = useAskUnsaved()
  const isDirty = useRef(false)
  const leave = async () => {
    if (!isOnlyDialog()) return
    if (!isDirty.current || (await askUnsaved(t('payoutPicks')))) onClose()
  }
  return (
    <FullScreenDialog
      opened={isOpen}
      onClose={() => void leave()}
      title={t('payoutTitle')}
      closeButtonProps={{ 'aria-label': t('payoutClose') }}
    >
      <Body
        onDirty={(now) => {
          isDirty.current = now
        }}
        onCancel={() => void leave()}
        onDone={(posting) => {
          onClose()
          onDone(posting)
        }}
      />
    </FullScreenDialog>
  )
}

type BodyProps = {
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onDone: (posting: number) => void
}

function Body(props: BodyProps) {
  const t = useTranslations('ledger')
  const { payees, error, retry } = usePayees()
  // A form that was shown stays, even if nobody is left, because it may wait for a response.
  const [isBegun, setIsBegun] = useState(false)
  if (payees && payees.length > 0 && !isBegun) setIsBegun(true)
  if (payees && isBegun) return <PayoutForm payees={payees} {...props} />
  if (payees) return <EmptyState title={t('payoutNobody')} text={t('payoutNobodyText')} />
  if (error) return <ErrorState {...listErrorOf(error, t('payoutFailed'))} onRetry={retry} />
  return <SkeletonRows rows={8} height={52} />
}
