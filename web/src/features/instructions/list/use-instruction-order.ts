import type { ListedInstruction } from '@artel/contract/instructions/instructions'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { usePlaceOrder } from '../../../ui/places/use-place-order.ts'

/** The order of the instructions, and a function that moves one of them. */
export type InstructionOrder = ReturnType<typeof useInstructionOrder>

/** `isWhole`: the catalogue is unfiltered, so a position in it is a position among all instructions. */
export function useInstructionOrder(rows: ListedInstruction[] | undefined, isWhole: boolean) {
  const t = useTranslations('instructions')
  const { mutateAsync } = useAction('instructions.update', {
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
