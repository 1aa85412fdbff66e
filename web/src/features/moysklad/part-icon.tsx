import type { MoySkladPart } from '@artel/contract/moysklad/moysklad.line'
import {
  IconBuilding,
  IconBuildingWarehouse,
  IconPackages,
  IconStack2,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'

const icons: Record<MoySkladPart, TablerIcon> = {
  organization: IconBuilding,
  store: IconBuildingWarehouse,
  product: IconStack2,
  employee: IconUsers,
  stock: IconPackages,
}

/** The icon of a part of the exchange, the same as in the menu if the menu has one. */
export function PartIcon({ part }: { part: MoySkladPart }) {
  const Icon = icons[part]
  return <Icon size={18} stroke={1.6} aria-hidden="true" />
}
