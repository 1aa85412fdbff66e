export { useShopItemFilter } from './list/use-shop-item-filter.ts'
export { useShopLayout } from './list/use-shop-layout.ts'
export { useOwnOrdersLink } from './storefront/use-own-orders-link.ts'
