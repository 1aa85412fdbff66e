import type { ShopItem } from '@artel/contract/shop/shop'
import { Button, MenuItem } from '@mantine/core'
import { IconCopy, IconShoppingBag, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { inPageHeader, MoreMenu } from '../../../ui/popup/more-menu.tsx'
import { useShopActions } from '../use-shop-actions.tsx'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on an item other than editing. */
export function ShopPageMenu({ item }: { item: ShopItem }) {
  const t = useTranslations('shop')
  const navigate = useNavigate()
  const { remove } = useShopActions()
  const { id, can } = item
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShoppingBag {...icon} />}
        renderRoot={(props) => <Link {...props} to="/orders" search={{ item_id: [id], status: [] }} />}
      >
        {t('ordersOf')}
      </Button>
      <MoreMenu look={inPageHeader}>
        <MenuItem
          leftSection={<IconCopy {...icon} />}
          onClick={() => void navigate({ to: '/shop/item/create', search: { from: id } })}
        >
          {t('duplicate')}
        </MenuItem>
        {can.delete && (
          <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void remove(item)}>
            {t('remove')}
          </MenuItem>
        )}
      </MoreMenu>
    </>
  )
}
