import type { Warehouse } from '@artel/contract/warehouses'
import { useTranslations } from 'use-intl'
import { ApiFailure, type Failure } from '../../api/failure.ts'
import { useAction } from '../../api/query.ts'
import { refreshCompany } from '../../api/session.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'

/** What can be done to a warehouse from its row. The app's own list follows at once. */
export function useWarehouseActions() {
  const t = useTranslations('warehouses')
  const options = { refreshes: ['warehouses.list'], onSuccess: () => void refreshCompany() } as const
  const sayFailure = (failure: Failure) => notify({ text: failure.message || t('failed'), tone: 'bad' })
  const update = useAction('warehouses.update', { ...options, onFailure: sayFailure })
  const { mutateAsync } = useAction('warehouses.remove', options)

  const toggle = ({ id, name, is_active }: Warehouse, isUndo = false): void =>
    update.mutate(
      { params: { id }, body: { is_active: !is_active } },
      {
        onSuccess: ({ warehouse }) => {
          if (isUndo) return
          const text = t(is_active ? 'switchedOff' : 'switchedOn', { name })
          notify({ text, tone: 'ok', action: { label: t('undo'), onClick: () => toggle(warehouse, true) } })
        },
      },
    )

  const remove = async (warehouse: Warehouse): Promise<void> => {
    const { id, name, is_active } = warehouse
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirmLabel: t('removeConfirm'),
      cancelLabel: t('removeCancel'),
      tone: 'destructive',
    })
    if (!isSure) return
    try {
      await mutateAsync({ params: { id } })
      notify({ text: t('removed', { name }), tone: 'ok' })
    } catch (failure) {
      const isUsed = failure instanceof ApiFailure && failure.code === 'in_use'
      if (!isUsed) return sayFailure(failure as Failure) // a call throws nothing else
      const action = { label: t('switchOff'), onClick: () => toggle(warehouse) }
      notify({ text: t('inUse', { name }), tone: 'bad', ...(is_active && { action }) })
    }
  }

  return {
    toggle: (warehouse: Warehouse) => toggle(warehouse),
    remove: (warehouse: Warehouse) => void remove(warehouse),
  }
}
