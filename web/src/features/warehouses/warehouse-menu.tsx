import type { Warehouse } from '@artel/contract/company/warehouses'
import { MenuItem } from '@mantine/core'
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import type { useWarehouseActions } from './use-warehouse-actions.ts'

export type WarehouseActions = ReturnType<typeof useWarehouseActions> & {
  edit: (warehouse: Warehouse) => void
}

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on a warehouse. */
export function WarehouseMenu({ warehouse, actions }: { warehouse: Warehouse; actions: WarehouseActions }) {
  const t = useTranslations('warehouses')
  const { name, is_active } = warehouse
  const ToggleIcon = is_active ? IconPlayerPause : IconPlayerPlay
  return (
    <MoreMenu label={t('actions', { name })}>
      <MenuItem leftSection={<IconPencil {...icon} />} onClick={() => actions.edit(warehouse)}>
        {t('edit')}
      </MenuItem>
      <MenuItem leftSection={<ToggleIcon {...icon} />} onClick={() => actions.toggle(warehouse)}>
        {t(is_active ? 'switchOff' : 'switchOn')}
      </MenuItem>
      <MenuItem leftSection={<IconTrash {...icon} />} color="red" onClick={() => actions.remove(warehouse)}>
        {t('remove')}
      </MenuItem>
    </MoreMenu>
  )
}
