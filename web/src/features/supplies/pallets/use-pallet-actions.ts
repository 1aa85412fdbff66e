import type { Pallet, Supply } from '@artel/contract/supplies/supplies'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { useFileCall } from '../../../api/list/list-file.ts'
import type { Failure } from '../../../api/send/failure.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notices/notify.ts'

type Numbered = Pick<Pallet, 'id' | 'number'>

/** Actions on the pallets of a supply that need one press. */
export function usePalletActions(supply: Pick<Supply, 'id'>) {
  const t = useTranslations('pallets')
  const navigate = useNavigate()
  const options = {
    onFailure: (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' }),
  }
  const creation = useAction('supplies.createPallet', options)
  const closing = useAction('supplies.closePallet', options)
  const reopening = useAction('supplies.reopenPallet', options)
  const removal = useAction('supplies.removePallet', options)
  const takingOff = useAction('supplies.takeOffPallet', options)
  const label = useFileCall('supplies.palletLabels')
  const at = ({ id }: Numbered) => ({ params: { supply_id: supply.id, id } })
  // The notice does not depend on the pallet, which may be unmounted by then. Failures are reported above.
  const then = <Done>(done: Promise<Done>, tell: (answer: Done) => void) =>
    void done.then(tell, () => undefined)

  const open = ({ id }: Pick<Pallet, 'id'>) =>
    void navigate({ to: '/supply/$id', params: { id: String(supply.id) }, search: { pallet: id } })
  const reopen = (pallet: Numbered) =>
    then(reopening.mutateAsync(at(pallet)), () =>
      notify({ text: t('reopened', { number: pallet.number }), tone: 'ok' }),
    )
  const print = (pallet: Pick<Pallet, 'id'>, size: '58x40' | '75x120') =>
    label.start({ input: { params: { supply_id: supply.id }, query: { size, pallet_id: pallet.id } } })
  return {
    isBusy: creation.isPending || closing.isPending || reopening.isPending,
    isPrinting: label.isBusy,
    open,
    reopen,
    print,
    /** Creates a pallet, prints its label and opens the screen on which it is loaded. */
    create: () =>
      then(creation.mutateAsync({ params: { supply_id: supply.id } }), ({ pallet }) => {
        notify({ text: t('created', { number: pallet.number }), tone: 'ok' })
        print(pallet, '58x40')
        open(pallet)
      }),
    close: (pallet: Numbered) =>
      then(closing.mutateAsync(at(pallet)), () =>
        notify({
          text: t('closed', { number: pallet.number }),
          tone: 'ok',
          action: { label: t('undo'), onClick: () => reopen(pallet) },
        }),
      ),
    takeOff: (pallet: Numbered, box: { id: number; number: number }) =>
      then(takingOff.mutateAsync({ ...at(pallet), body: { box_ids: [box.id] } }), () =>
        notify({ text: t('boxOff', { number: box.number }), tone: 'ok' }),
      ),
    remove: async (pallet: Pallet) => {
      const { number, boxes_count: count } = pallet
      const isSure = await confirm({
        title: t('removeTitle', { number }),
        text: t('removeText', { count }),
        confirmLabel: t('remove'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (isSure)
        then(removal.mutateAsync(at(pallet)), () => notify({ text: t('removed', { number }), tone: 'ok' }))
    },
  }
}
