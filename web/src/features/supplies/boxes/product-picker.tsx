import type { ProductBrief } from '@artel/contract/products/products.brief'
import { useState } from 'react'
import { ProductField, useProducts } from '../../products/products.tsx'

type ProductPickerProps = { label: string; onPick: (product: ProductBrief) => void }

/**
 * Hands the chosen product to the parent. Give the field a new `key` afterwards, so that it is empty again.
 */
export function ProductPicker({ label, onPick }: ProductPickerProps) {
  const [search, setSearch] = useState('')
  const products = useProducts(search, null)
  const pick = (id: number | null) => {
    const product = products.find((one) => one.id === id)
    if (product) onPick(product)
  }
  return (
    <ProductField
      name="pickProduct"
      label={label}
      products={products}
      onSearch={setSearch}
      value={null}
      error={undefined}
      onChange={pick}
    />
  )
}
