import type { Box, Supply } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notices/notify.ts'

type NumberedBox = Pick<Box, 'id' | 'number'>

/** Actions on a box that need one press. */
export function useBoxActions(supply: Pick<Supply, 'id'>) {
  const t = useTranslations('supplies')
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const options = { onFailure }
  const sealing = useAction('supplies.seal', options)
  const unsealing = useAction('supplies.unseal', options)
  const removal = useAction('supplies.removeBox', options)
  const at = ({ id }: NumberedBox) => ({ params: { supply_id: supply.id, id } })
  // The notice does not depend on the box, which may be unmounted by then. Failures are reported above.
  const then = (done: Promise<unknown>, tell: () => void) => void done.then(tell, () => undefined)
  const unseal = (box: NumberedBox) =>
    then(unsealing.mutateAsync(at(box)), () =>
      notify({ text: t('boxUnsealed', { number: box.number }), tone: 'ok' }),
    )
  return {
    isBusy: sealing.isPending || unsealing.isPending,
    unseal,
    seal: (box: NumberedBox, onSealed?: () => void) =>
      then(sealing.mutateAsync(at(box)), () => {
        notify({
          text: t('boxSealed', { number: box.number }),
          tone: 'ok',
          action: { label: t('undo'), onClick: () => unseal(box) },
        })
        onSealed?.()
      }),
    remove: async (box: Box) => {
      const { number, units_count: count } = box
      const isSure = await confirm({
        title: t('removeBoxTitle', { number }),
        text: t('removeBoxText', { count }),
        confirmLabel: t('removeBox'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (!isSure) return
      then(removal.mutateAsync(at(box)), () => notify({ text: t('boxRemoved', { number }), tone: 'ok' }))
    },
  }
}
