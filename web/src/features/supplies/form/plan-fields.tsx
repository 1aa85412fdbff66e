import type { FieldErrors } from '@artel/contract/errors/errors'
import type { ProductBrief } from '@artel/contract/products/products.brief'
import { useTranslations } from 'use-intl'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { NumberCell } from '../../../forms/fields/number-cell.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import { RemoveRow } from '../../../forms/form/row-buttons.tsx'
import type { FieldBinding } from '../../../forms/form/use-form-state.ts'
import { useFormProducts } from '../../products/products.tsx'
import { ProductPicker } from '../boxes/product-picker.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './supply-form.module.css'

/** The contract accepts at most this many rows. */
const maxPlanned = 1000

/** Planned pieces of a product in a supply; an empty number is null. */
export type PlanRow = { product_id: number; quantity: number | null }

type PlanFieldsProps = Pick<FieldBinding<PlanRow[]>, 'value' | 'onChange'> & {
  errors: FieldErrors
  /** The products of the saved plan. */
  known: readonly ProductBrief[]
}

/** The planned pieces of each product. Choosing a product adds its row. */
export function PlanFields({ value: rows, onChange, errors, known }: PlanFieldsProps) {
  const t = useTranslations('supplies')
  const products = useFormProducts(
    rows.map(({ product_id }) => product_id),
    known,
  )
  const nameOf = (id: number) => products.get(id)?.name ?? `№ ${id}`
  useFieldWords<PlanRow[]>('plan', t('plan'), (plan) =>
    plan
      .map(({ product_id, quantity }) => t('planLine', { name: nameOf(product_id), count: quantity ?? 0 }))
      .join(', '),
  )
  const add = (product: ProductBrief) => {
    products.keep(product)
    if (rows.every(({ product_id }) => product_id !== product.id))
      onChange([...rows, { product_id: product.id, quantity: 1 }])
  }
  return (
    <FieldGroup title={t('plan')} hint={t('planHint')} error={fieldError(errors, 'plan')}>
      {rows.length > 0 && (
        <FieldRows>
          {rows.map((row, index) => (
            <Row
              key={row.product_id}
              row={row}
              product={products.get(row.product_id)}
              error={fieldError(errors, `plan.${index}.quantity`)}
              onChange={(quantity) =>
                onChange(rows.with(index, { ...row, quantity }), `plan.${index}.quantity`)
              }
              onRemove={() => onChange(rows.toSpliced(index, 1))}
            />
          ))}
        </FieldRows>
      )}
      {rows.length > 0 && (
        <p className={classes.sum}>
          {t('planTotal', {
            sets: rows.length,
            count: rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
          })}
        </p>
      )}
      {rows.length < maxPlanned && <ProductPicker key={rows.length} label={t('planAdd')} onPick={add} />}
    </FieldGroup>
  )
}

type RowProps = {
  row: PlanRow
  product: ProductBrief | undefined
  error: string | undefined
  onChange: (quantity: number | null) => void
  onRemove: () => void
}

function Row({ row, product, error, onChange, onRemove }: RowProps) {
  const t = useTranslations('supplies')
  const name = product?.name ?? `№ ${row.product_id}`
  return (
    <li className={classes.planRow}>
      {product ? <SupplyProductName product={product} size={30} /> : name}
      <NumberCell
        label={t('planQuantityOf', { name })}
        max={1_000_000}
        value={row.quantity}
        error={error}
        onChange={onChange}
      />
      <RemoveRow label={t('planRemove', { name })} isOff={false} onClick={onRemove} />
    </li>
  )
}
