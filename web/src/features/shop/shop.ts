export { useOwnOrdersLink } from './use-own-orders-link.ts'
export { useShopItemFilter } from './use-shop-item-filter.ts'
export { useShopLayout } from './use-shop-layout.ts'
