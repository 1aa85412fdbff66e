import type { Supply } from '@artel/contract/supplies/supplies'
import { type SupplyStatus, supplyMoves, supplyStatuses } from '@artel/contract/supplies/supplies.line'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { readCall, useAction } from '../../api/cache/query.ts'
import type { Failure } from '../../api/send/failure.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notices/notify.ts'

type Numbered = Pick<Supply, 'id' | 'number'>

/** Actions on a whole supply other than editing. */
export function useSupplySteps() {
  const t = useTranslations('supplies')
  const navigate = useNavigate()
  const onFailure = (failure: Failure) => notify({ text: failure.message || t('stepFailed'), tone: 'bad' })
  const step = useAction('supplies.status', { onFailure })
  const removal = useAction('supplies.remove', { onFailure })
  const restoring = useAction('supplies.restore', { onFailure })

  // The notice does not depend on the page, which may be another one by then. Failures are reported above.
  const then = (done: Promise<unknown>, tell: () => void) => void done.then(tell, () => undefined)

  const move = (supply: Supply, status: SupplyStatus) => {
    const { id, number, status: before } = supply
    const canUndo = supplyMoves[status].includes(before)
    const undo = () => step.mutate({ params: { id }, body: { status: before } })
    then(step.mutateAsync({ params: { id }, body: { status } }), () =>
      notify({
        text: t('movedTo', { number, status: t(`status_${status}`).toLocaleLowerCase() }),
        tone: 'ok',
        ...(canUndo && { action: { label: t('undo'), onClick: undo } }),
      }),
    )
  }

  const restore = ({ id, number }: Numbered) =>
    then(restoring.mutateAsync({ params: { id } }), () =>
      notify({ text: t('restored', { number }), tone: 'ok' }),
    )

  const remove = (supply: Numbered) =>
    then(removal.mutateAsync({ params: { id: supply.id } }), () => {
      void navigate({ to: '/supplies' })
      notify({
        text: t('removed', { number: supply.number }),
        tone: 'ok',
        action: { label: t('undo'), onClick: () => restore(supply) },
      })
    })

  /** Says before shipping what becomes of pallets, and which boxes stand on none. */
  const aboutPallets = async (id: number, text: string): Promise<string> => {
    const read = await readCall('supplies.pallets', { params: { supply_id: id } }).catch(() => null)
    if (!read || read.pallets.length === 0) return text
    const isAnyOpen = read.pallets.some(({ closed_at }) => closed_at === null)
    const withOpen = isAnyOpen ? t('shipOpen', { text }) : text
    return read.loose_count === 0 ? withOpen : t('shipLoose', { count: read.loose_count, text: withOpen })
  }

  /** Asks before a step that cannot be undone. */
  const isSure = async ({ id, number, boxes_count: boxes }: Supply, status: SupplyStatus) => {
    if (status === 'shipped') {
      return confirm({
        title: t('shipTitle', { number }),
        text: await aboutPallets(id, t('shipText', { boxes })),
        confirmLabel: t('next_shipped'),
        cancelLabel: t('keep'),
      })
    }
    if (status !== 'cancelled') return true
    return confirm({
      title: t('cancelTitle', { number }),
      text: t('cancelText'),
      confirmLabel: t('next_cancelled'),
      cancelLabel: t('keep'),
      tone: 'destructive',
    })
  }

  return {
    isBusy: step.isPending,
    restore,
    remove,
    move: async (supply: Supply, status: SupplyStatus) => {
      if (await isSure(supply, status)) move(supply, status)
    },
  }
}

const placeOf = (status: SupplyStatus) => supplyStatuses.indexOf(status)

/** The statuses to which a supply may move forward and back. */
export function waysOf({ status, can }: Pick<Supply, 'status' | 'can'>) {
  const others = can.move_to.filter((next) => next !== 'cancelled')
  return {
    next: others.find((next) => placeOf(next) > placeOf(status)),
    back: others.find((next) => placeOf(next) < placeOf(status)),
    mayCancel: can.move_to.includes('cancelled'),
  }
}
