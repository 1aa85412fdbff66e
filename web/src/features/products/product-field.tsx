import type { ListedProduct } from '@artel/contract/products/products'
import { Select } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useMediaAddress } from '../../api/send/media.ts'
import { type FieldProps, useFieldFrame } from '../../forms/fields/field-frame.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { Code } from '../../ui/page/code.tsx'
import { TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './product-parts.module.css'

type ProductFieldProps = FieldProps<number | null> & {
  /** The products found for the typed text, and the chosen one. */
  products: readonly ListedProduct[]
  onSearch: (text: string) => void
}

/** Picks a product by name, article or barcode. The server searches. */
export function ProductField({ products, onSearch, value, onChange, ...props }: ProductFieldProps) {
  const t = useTranslations('products')
  const forms = useTranslations('forms')
  const address = useMediaAddress()
  const frame = useFieldFrame(props)
  const find = (id: string) => products.find((product) => String(product.id) === id)
  const chosen = value === null ? undefined : find(String(value))
  return (
    <Select
      {...frame}
      data={products.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchable
      // The field shows the chosen name. Searching for that name would leave nothing else to choose.
      onSearchChange={(text) => onSearch(text === chosen?.name ? '' : text)}
      filter={({ options }) => options}
      placeholder={t('fieldSearch')}
      clearable
      clearButtonProps={{ 'aria-label': forms('clear') }}
      allowDeselect={false}
      nothingFoundMessage={forms('nothingFound')}
      {...(chosen && { leftSection: <Thumb src={address(chosen.photo, 'small')} size={22} /> })}
      renderOption={({ option }) => {
        const product = find(option.value)
        if (!product) return option.label
        return (
          <span className={classes.name}>
            <Thumb src={address(product.photo, 'small')} size={30} />
            <TwoLines second={<Code>{product.article}</Code>}>{product.name}</TwoLines>
          </span>
        )
      }}
    />
  )
}
