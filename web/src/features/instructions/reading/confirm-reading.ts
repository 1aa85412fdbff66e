import type { Instruction } from '@artel/contract/instructions'
import { useTranslations } from 'use-intl'
import { ApiFailure } from '../../../api/failure.ts'
import { useAction } from '../../../api/query.ts'
import { refreshEntities } from '../../../api/refresh.ts'
import { notify } from '../../../ui/notify.ts'

/**
 * Confirms that the signed-in person has read the instruction.
 * Also refetches tasks and products that show it.
 */
export function useConfirmation({ id, revision }: Pick<Instruction, 'id' | 'revision'>) {
  const t = useTranslations('instructions')
  const { mutateAsync, isPending } = useAction('instructions.read', {
    onFailure: (failure) => {
      const isOld = failure instanceof ApiFailure && failure.code === 'stale'
      notify({
        text: isOld ? t('isNewer') : failure.message || t('stepFailed'),
        tone: isOld ? 'warn' : 'bad',
      })
      void refreshEntities('instruction')
    },
  })
  return {
    isBusy: isPending,
    /** @returns whether it is confirmed; failures are notified here */
    confirm: () =>
      mutateAsync({ params: { id }, body: { revision } }).then(
        () => true,
        () => false,
      ),
  }
}
