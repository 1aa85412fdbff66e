import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../api/send/client.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { isDialogOpen } from '../../../ui/dialog/only-dialog.ts'
import { openDialog } from '../../../ui/dialog/open-dialog.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { lazyPart } from '../../../ui/states/lazy-part.ts'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { planNeeds } from './raise-plan.ts'

const RaisePlanForm = lazyPart(async () => (await import('./raise-plan-form.tsx')).RaisePlanForm)

/** Above the refusal screen. */
const zIndex = 600

/** Pieces of a product that a box is to take. */
type Wanted = { boxId: number; productId: number; quantity: number }

/**
 * Opens the form that raises the plan which refused a scan. `onRaised`: after that, or if there is room by now.
 */
export function useRaisePlan(supplyId: number, onRaised: () => void) {
  const t = useTranslations('packing')
  const closedAt = useRef(0)
  const { mutate, isPending } = useMutation<void, Failure, Wanted>({
    mutationFn: async ({ boxId, productId, quantity }) => {
      const [{ supply }, { box }, { product: found }] = await Promise.all([
        callApi('supplies.get', { params: { id: supplyId } }),
        callApi('supplies.getBox', { params: { supply_id: supplyId, id: boxId } }),
        callApi('products.get', { params: { id: productId } }),
      ])
      const photo = found.multimedia.find(({ type }) => type === 'photo')?.file ?? null
      const product = { ...found, photo }
      const needs = planNeeds(box, supply, product.id, quantity)
      if (needs.box === null && needs.supply === null) return onRaised()
      openDialog(
        t('raiseTitle'),
        (close) => (
          <RaisePlanForm
            supply={supply}
            box={box}
            product={product}
            needs={needs}
            close={close}
            onRaised={onRaised}
          />
        ),
        {
          isForm: true,
          zIndex,
          waiting: <SkeletonRows rows={2} height={60} cells={[{ kind: 'text' }]} />,
          onClose: () => {
            closedAt.current = performance.now()
          },
        },
      )
    },
    onError: (failure) => notify({ text: failure.message || t('loadFailed'), tone: 'bad' }),
  })
  return {
    isBusy: isPending,
    raise: mutate,
    /** Whether a key was pressed in the dialog. The dialog may have handled the key first and closed. */
    isOfDialog: ({ timeStamp }: KeyboardEvent) => isDialogOpen() || timeStamp <= closedAt.current,
  }
}
