import type { ProductBrief } from '@artel/contract/products/products.brief'
import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSeen } from '../../api/cache/use-seen.ts'
import { useMediaAddress } from '../../api/send/media.ts'
import { type FieldProps, useFieldFrame } from '../../forms/fields/field-frame.tsx'
import { Thumb } from '../../ui/media/thumb.tsx'
import { Code } from '../../ui/page/code.tsx'
import { TwoLines } from '../../ui/page/two-lines.tsx'
import classes from './product-parts.module.css'
import { useFormProducts } from './use-form-products.ts'
import { useProducts } from './use-products.ts'

type ProductsFieldProps = FieldProps<number[]> & {
  /** The products that are chosen when the form opens. */
  known: readonly ProductBrief[]
}

/** Picks several products by name, article or barcode. The server searches. */
export function ProductsField({ known, value, onChange, ...props }: ProductsFieldProps) {
  const t = useTranslations('products')
  const forms = useTranslations('forms')
  const address = useMediaAddress()
  const frame = useFieldFrame(props, (ids) => t('sets', { count: ids.length }))
  const [search, setSearch] = useState('')
  const found: readonly ProductBrief[] = useProducts(search, null)
  // A later search may not return the chosen products.
  const products = useFormProducts(value, [...useSeen(found, known).values()])
  const chosen = value.flatMap((id) => products.get(id) ?? [])
  const others = found.filter(({ id }) => !value.includes(id))
  const all = new Map([...chosen, ...others].map((product) => [String(product.id), product]))
  return (
    <MultiSelect
      {...frame}
      data={[...all].map(([id, { name }]) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => String(id))}
      onChange={(ids) => onChange(ids.map(Number))}
      searchable
      openOnFocus={false}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      hidePickedOptions
      {...(value.length === 0 && { placeholder: t('fieldSearch') })}
      clearable
      clearButtonProps={{ 'aria-label': forms('clear') }}
      nothingFoundMessage={forms('nothingFound')}
      renderOption={({ option }) => {
        const product = all.get(option.value)
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
