export { ProductField } from './product-field.tsx'
export { ProductName } from './product-parts.tsx'
export { useProductFilter } from './use-product-filter.ts'
export { useProducts } from './use-products.ts'
