import { IconBuildingStore, IconTable } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { LayoutSwitch } from '../../../ui/list/layout-switch.tsx'
import { useShopLayout } from './use-shop-layout.ts'

/** Switches «Таблица | Витрина», so that admins can see the storefront and buy. */
export function ShopLayouts() {
  const t = useTranslations('shop')
  const { layout, isKeeper, choose } = useShopLayout()
  if (!isKeeper) return null
  const layouts = [
    { value: 'table', name: t('layoutTable'), icon: IconTable },
    { value: 'storefront', name: t('storefront'), icon: IconBuildingStore },
  ] as const
  return <LayoutSwitch label={t('layout')} layouts={layouts} layout={layout} onChoose={choose} />
}
