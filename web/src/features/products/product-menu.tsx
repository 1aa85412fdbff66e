import type { Product } from '@artel/contract/products/products'
import { Button, MenuItem } from '@mantine/core'
import { IconChecklist, IconCopy, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { inPageHeader, MoreMenu } from '../../ui/popup/more-menu.tsx'
import { useProductActions } from './use-product-actions.ts'

const icon = { size: 16, stroke: 1.8 } as const

/** The actions on a product other than editing. */
export function ProductMenu({ product }: { product: Product }) {
  const t = useTranslations('products')
  const navigate = useNavigate()
  const { remove } = useProductActions()
  const { id, can } = product
  if (!can.edit) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecklist {...icon} />}
        renderRoot={(props) => <Link {...props} to="/tasks" search={{ product_id: [id], status: [] }} />}
      >
        {t('tasksOf')}
      </Button>
      <MoreMenu look={inPageHeader}>
        <MenuItem
          leftSection={<IconCopy {...icon} />}
          onClick={() => void navigate({ to: '/set/create', search: { from: id } })}
        >
          {t('duplicate')}
        </MenuItem>
        {can.delete && (
          <MenuItem leftSection={<IconTrash {...icon} />} onClick={() => void remove(product)}>
            {t('remove')}
          </MenuItem>
        )}
      </MoreMenu>
    </>
  )
}
