import { useTranslations } from 'use-intl'
import { useSession } from '../../../api/session/session.ts'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { NumberCell } from '../../../forms/fields/number-cell.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import type { ProductForm } from './product-fields.tsx'
import classes from './product-form.module.css'
import type { ProductValues } from './product-values.ts'

/** The pieces in each warehouse; an empty field means no value. */
export function StockFields({ form }: { form: ProductForm }) {
  const t = useTranslations('products')
  const { warehouses } = useSession()
  const format = useFormat()
  useFieldWords<ProductValues['stock']>('stock', t('stock'), (stock) =>
    stock
      .map(({ warehouse_id, quantity }) => {
        const place = warehouses.find(({ id }) => id === warehouse_id)?.name ?? String(warehouse_id)
        return `${place}: ${format.number(quantity)}`
      })
      .join(', '),
  )
  const { value, onChange } = form.at('stock')
  const quantityIn = (id: number) => value.find(({ warehouse_id }) => warehouse_id === id)?.quantity ?? null
  const places = warehouses.filter(({ id, is_active }) => is_active || quantityIn(id) !== null)
  const put = (warehouse_id: number, quantity: number | null) => {
    const others = value.filter((stored) => stored.warehouse_id !== warehouse_id)
    const next = quantity === null ? others : [...others, { warehouse_id, quantity }]
    onChange(next.toSorted((one, other) => one.warehouse_id - other.warehouse_id))
  }
  if (places.length === 0) return null
  return (
    <FieldGroup
      title={t('stock')}
      error={fieldError(form.errors, 'stock') ?? fieldError(form.errors, 'stock.*')}
    >
      <FieldRows>
        {places.map(({ id, name }) => (
          <li key={id} className={classes.stock}>
            <span className={classes.place} title={name}>
              {name}
            </span>
            <NumberCell
              label={t('stockIn', { name })}
              max={1_000_000_000}
              value={quantityIn(id)}
              onChange={(quantity) => put(id, quantity)}
            />
          </li>
        ))}
      </FieldRows>
    </FieldGroup>
  )
}
