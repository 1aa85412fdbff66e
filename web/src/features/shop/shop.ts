export { useShopItemFilter } from './use-shop-item-filter.ts'
