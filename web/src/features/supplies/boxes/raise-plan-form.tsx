import type { FieldErrors } from '@artel/contract/errors/errors'
import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Box, Supply } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { ApiFailure } from '../../../api/send/failure.ts'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { DialogText } from '../../../ui/dialog/dialog-parts.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import { type PlanNeeds, raisedItems, raisedPlan } from './raise-plan.ts'

export type RaisePlanFormProps = {
  supply: Supply
  box: Box
  product: ProductBrief
  needs: PlanNeeds
  onRaised: () => void
  close: () => void
}

const levels = ['box', 'supply'] as const

/** Raises the plans that refused a scan, to what the scan needs or to more. */
export function RaisePlanForm({ supply, box, product, needs, onRaised, close }: RaisePlanFormProps) {
  const t = useTranslations('packing')
  const supplies = useTranslations('supplies')
  const textOf = useMistakeText()
  const raise = useRaise(supply, box, product.id)
  const form = useFormState<PlanNeeds>({
    call: 'supplies.update',
    draft: null,
    initial: needs,
    check: (values) => {
      const wrong: FieldErrors = {}
      for (const level of levels) {
        const minimum = needs[level]
        if (minimum !== null && (values[level] ?? 0) < minimum)
          wrong[level] = [textOf({ key: 'too_small', values: { minimum } })]
      }
      return wrong
    },
    send: async (values) => {
      await raise(values)
      close()
      onRaised()
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('raiseSubmit')}
      cancel={{ label: supplies('keep'), onClick: close }}
    >
      {/* Takes the first focus, because otherwise a scan would be typed into a field. */}
      <div data-autofocus tabIndex={-1} style={{ outline: 'none' }}>
        <DialogText>{t('raiseText')}</DialogText>
      </div>
      <SupplyProductName product={product} isPlain />
      {needs.box !== null && (
        <NumberField {...form.at('box')} label={t('raiseBox', { number: box.number })} />
      )}
      {needs.supply !== null && <NumberField {...form.at('supply')} label={t('raiseSupply')} />}
    </FormShell>
  )
}

function useRaise(supply: Supply, box: Box, productId: number) {
  const updateBox = useAction('supplies.updateBox')
  const update = useAction('supplies.update')
  return async (needs: PlanNeeds) => {
    const { box: ofBox, supply: ofSupply } = needs
    if (ofBox !== null)
      await overLatest(box, ({ items, version }) =>
        updateBox.mutateAsync({
          params: { supply_id: supply.id, id: box.id },
          body: { items: raisedItems(items, productId, ofBox), version },
        }),
      )
    if (ofSupply !== null)
      await overLatest(supply, ({ plan, version }) =>
        update.mutateAsync({
          params: { id: supply.id },
          body: { plan: raisedPlan(plan, productId, ofSupply), version },
        }),
      )
  }
}

/**
 * Raises a plan. If another person has changed the plan meanwhile, sends the raise again with the latest version.
 * That is safe, because a raise undoes no other change.
 */
async function overLatest<Thing>(thing: Thing, send: (thing: Thing) => Promise<unknown>): Promise<void> {
  try {
    await send(thing)
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.code !== 'stale') throw failure
    // By the contract `stale` carries the current thing, in the shape its page uses.
    await overLatest(failure.current as Thing, send)
  }
}
