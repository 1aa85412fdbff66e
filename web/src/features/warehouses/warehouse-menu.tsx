import type { Warehouse } from '@artel/contract/warehouses'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { useWarehouseActions } from './use-warehouse-actions.ts'

export type WarehouseActions = ReturnType<typeof useWarehouseActions> & {
  edit: (warehouse: Warehouse) => void
}

const icon = { size: 16, stroke: 1.8 } as const

/** What can be done to a warehouse. */
export function WarehouseMenu({ warehouse, actions }: { warehouse: Warehouse; actions: WarehouseActions }) {
  const t = useTranslations('warehouses')
  const { name, is_active } = warehouse
  const ToggleIcon = is_active ? IconPlayerPause : IconPlayerPlay
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { name })} onClick={(event) => event.stopPropagation()}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => actions.edit(warehouse)}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item leftSection={<ToggleIcon {...icon} />} onClick={() => actions.toggle(warehouse)}>
          {t(is_active ? 'switchOff' : 'switchOn')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash {...icon} />}
          color="red"
          onClick={() => actions.remove(warehouse)}
        >
          {t('remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
