import type { ProductBrief } from '@artel/contract/products.brief'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../../api/client.ts'
import type { Failure } from '../../../api/failure.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { notify } from '../../../ui/notify.ts'
import { isDialogOpen } from '../../../ui/only-dialog.ts'
import { openDialog } from '../../../ui/open-dialog.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { WaitingScan } from '../scanner/use-scan-queue.ts'
import { planNeeds } from './raise-plan.ts'

const RaisePlanForm = lazyPart(async () => (await import('./raise-plan-form.tsx')).RaisePlanForm)

/** Above the refusal screen. */
const zIndex = 600

/**
 * Opens the form that raises the plan which refused a scan. After that, or if there is room by now, dismisses
 * the refusal, and the person scans again.
 */
export function useRaisePlan(supplyId: number, onRaised: () => void) {
  const t = useTranslations('packing')
  const closedAt = useRef(0)
  const { mutate, isPending } = useMutation<void, Failure, WaitingScan>({
    mutationFn: async ({ box_id, barcode, quantity }) => {
      const [{ supply }, { box }, product] = await Promise.all([
        callApi('supplies.get', { params: { id: supplyId } }),
        callApi('supplies.getBox', { params: { supply_id: supplyId, id: box_id } }),
        productOf(barcode),
      ])
      if (!product) return notify({ text: t('barcode_unknown'), tone: 'bad' })
      const needs = planNeeds(box, supply, product.id, quantity)
      const done = () => {
        onRaised()
        notify({ text: t('raised'), tone: 'ok' })
      }
      if (needs.box === null && needs.supply === null) return done()
      openDialog(
        t('raiseTitle'),
        (close) => (
          <RaisePlanForm
            supply={supply}
            box={box}
            product={product}
            needs={needs}
            close={close}
            onRaised={done}
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

async function productOf(barcode: string): Promise<ProductBrief | undefined> {
  const { products } = await callApi('products.list', { query: { limit: 30 }, body: { search: barcode } })
  return products.find(({ barcodes }) => barcodes.includes(barcode))
}
