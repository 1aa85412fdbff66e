import type { ListedInstruction } from '@artel/contract/instructions'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'
import { usePlaceOrder } from '../../ui/use-place-order.ts'
import { instructionReads } from './instruction-reads.ts'

/** The instructions in their order, and how one of them is brought to another place. */
export type InstructionOrder = ReturnType<typeof useInstructionOrder>

/** `isWhole`: nothing is left out of the catalogue, so that a place among what is seen is a place among all. */
export function useInstructionOrder(rows: ListedInstruction[] | undefined, isWhole: boolean) {
  const t = useTranslations('instructions')
  const { mutateAsync } = useAction('instructions.update', {
    refreshes: instructionReads,
    onFailure: (failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  })
  return usePlaceOrder({
    rows,
    isSorted: isWhole,
    last: (isWhole && rows?.length) || null,
    nameOf: ({ title }) => title,
    send: async (id, position) =>
      (await mutateAsync({ params: { id }, body: { position } })).instruction.position,
  })
}
