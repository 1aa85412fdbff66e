import type { Warehouse } from '@artel/contract/company/warehouses'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { removeUnused } from '../../api/cache/remove-unused.ts'
import type { Failure } from '../../api/send/failure.ts'
import { notify } from '../../ui/notices/notify.ts'

/** The actions on a warehouse in its row. */
export function useWarehouseActions() {
  const t = useTranslations('warehouses')
  const sayFailure = (failure: Failure) => notify({ text: failure.message || t('failed'), tone: 'bad' })
  const update = useAction('warehouses.update', { onFailure: sayFailure })
  const { mutateAsync } = useAction('warehouses.remove')

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

  const remove = (warehouse: Warehouse) => {
    const { id, name, is_active } = warehouse
    return removeUnused({
      question: {
        title: t('removeTitle', { name }),
        text: t('removeText'),
        confirmLabel: t('removeConfirm'),
        cancelLabel: t('removeCancel'),
      },
      remove: () => mutateAsync({ params: { id } }),
      onRemoved: () => notify({ text: t('removed', { name }), tone: 'ok' }),
      used: t('inUse', { name }),
      ...(is_active && { instead: { label: t('switchOff'), onClick: () => toggle(warehouse) } }),
      onFailure: sayFailure,
    })
  }

  return {
    toggle: (warehouse: Warehouse) => toggle(warehouse),
    remove: (warehouse: Warehouse) => void remove(warehouse),
  }
}
