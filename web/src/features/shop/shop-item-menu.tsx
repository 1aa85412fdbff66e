import type { ListedShopItem } from '@artel/contract/shop/shop'
import { MenuItem } from '@mantine/core'
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconEye,
  IconEyeOff,
  IconPackage,
  IconTrash,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { MoreMenu } from '../../ui/popup/more-menu.tsx'
import type { ShelfOrder } from './list/use-shelf-order.ts'
import { useShopActions } from './use-shop-actions.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on an item in the list. */
export function ShopItemMenu({ item, order }: { item: ListedShopItem; order: ShelfOrder }) {
  const t = useTranslations('shop')
  const { setStock, show, remove } = useShopActions()
  const { name, position, is_active, can } = item
  if (!can.edit) return null
  const move = (to: number) => void order.move(item, to)
  return (
    <MoreMenu label={t('moreOf', { name })}>
      <MenuItem leftSection={<IconPackage {...icon} />} onClick={() => setStock(item)}>
        {t('changeStock')}
      </MenuItem>
      <MenuItem
        leftSection={is_active ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        onClick={() => show(item, !is_active)}
      >
        {t(is_active ? 'switchOff' : 'switchOn')}
      </MenuItem>
      {position > 1 && (
        <>
          <MenuItem leftSection={<IconArrowBarToUp {...icon} />} onClick={() => move(1)}>
            {t('toFirst')}
          </MenuItem>
          <MenuItem leftSection={<IconArrowUp {...icon} />} onClick={() => move(position - 1)}>
            {t('earlier')}
          </MenuItem>
        </>
      )}
      {position !== order.last && (
        <MenuItem leftSection={<IconArrowDown {...icon} />} onClick={() => move(position + 1)}>
          {t('later')}
        </MenuItem>
      )}
      {can.delete && (
        <MenuItem leftSection={<IconTrash {...icon} />} color="red" onClick={() => void remove(item)}>
          {t('remove')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}
