import type { ProductBrief } from '@artel/contract/products/products.brief'
import type { Box } from '@artel/contract/supplies/supplies'
import { maxBoxLines } from '@artel/contract/supplies/supplies.line'
import { useTranslations } from 'use-intl'
import { DayField } from '../../../forms/fields/day-field.tsx'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import { RemoveRow } from '../../../forms/form/row-buttons.tsx'
import type { FormState } from '../../../forms/form/use-form-state.ts'
import { useFormat } from '../../../ui/figures/format-context.tsx'
import { useFormProducts } from '../../products/products.tsx'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './box-line-fields.module.css'
import type { BoxLinesValues, LineValues } from './box-lines.ts'
import { ProductPicker } from './product-picker.tsx'

type BoxLineFieldsProps = {
  form: FormState<BoxLinesValues>
  box: Box
}

/**
 * The lines of a box, and a field that adds a line.
 * Only people with the plan right may edit the plan of the box.
 */
export function BoxLineFields({ form, box }: BoxLineFieldsProps) {
  const t = useTranslations('supplies')
  const format = useFormat()
  const { value: rows, onChange } = form.at('items')
  const products = useFormProducts(
    rows.map(({ product_id }) => product_id),
    box.items.map(({ product }) => product),
  )
  const show = ({ product_id, quantity, planned, expires_on }: LineValues) => {
    const name = products.get(product_id)?.name ?? `№ ${product_id}`
    const parts = [
      t('planLine', { name, count: quantity ?? 0 }),
      planned !== null && t('plannedInBox', { count: planned }),
      expires_on !== null && t('expiresOn', { day: format.date(expires_on) }),
    ]
    return parts.filter(Boolean).join(', ')
  }
  useFieldWords<LineValues[]>('items', t('contents'), (lines) => lines.map(show).join('; '), t('emptyBox'))
  const mayPlan = box.can.plan
  // A packer must not add other products to a box that has a plan.
  const mayAdd = mayPlan || !box.planned_count
  const add = (product: ProductBrief) => {
    products.keep(product)
    if (rows.every(({ product_id }) => product_id !== product.id))
      onChange([...rows, { product_id: product.id, quantity: 1, planned: null, expires_on: null }])
  }
  const hint = t(mayPlan ? 'contentsHintPlan' : 'contentsHint')
  return (
    <FieldGroup title={t('contents')} isTitled hint={hint} error={fieldError(form.errors, 'items')}>
      {rows.length > 0 && (
        <FieldRows>
          {rows.map((row, index) => (
            <li key={row.product_id}>
              <Line
                form={form}
                row={row}
                index={index}
                product={products.get(row.product_id)}
                mayPlan={mayPlan}
                onChange={(changed, part) => onChange(rows.with(index, changed), part)}
                onRemove={() => onChange(rows.toSpliced(index, 1))}
              />
            </li>
          ))}
        </FieldRows>
      )}
      {mayAdd && rows.length < maxBoxLines && (
        <ProductPicker key={rows.length} label={t('planAdd')} onPick={add} />
      )}
    </FieldGroup>
  )
}

type LineProps = {
  form: FormState<BoxLinesValues>
  row: LineValues
  index: number
  product: ProductBrief | undefined
  mayPlan: boolean
  onChange: (row: LineValues, part: string) => void
  onRemove: () => void
}

function Line({ form, row, index, product, mayPlan, onChange, onRemove }: LineProps) {
  const t = useTranslations('supplies')
  const name = product?.name ?? `№ ${row.product_id}`
  const { planned } = row
  const at = <Name extends 'quantity' | 'planned' | 'expires_on'>(field: Name) => {
    const path = `items.${index}.${field}`
    return {
      name: path,
      value: row[field],
      error: fieldError(form.errors, path),
      onChange: (value: LineValues[Name]) => onChange({ ...row, [field]: value }, path),
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the fieldset of the lines would be read twice
    <div className={classes.line} data-plans={mayPlan || undefined} role="group" aria-label={name}>
      <span className={classes.product}>
        {product ? <SupplyProductName product={product} size={30} isPlain /> : name}
      </span>
      <NumberField
        {...at('quantity')}
        label={planned !== null && !mayPlan ? t('piecesOfPlan', { count: planned }) : t('linePieces')}
      />
      {mayPlan && <NumberField {...at('planned')} label={t('linePlan')} />}
      <span className={classes.day}>
        <DayField {...at('expires_on')} label={t('lineExpires')} optional />
      </span>
      {/* A packer cannot remove a planned line, because the plan stays whatever is taken out of the box. */}
      {(mayPlan || planned === null) && (
        <span className={classes.remove}>
          <RemoveRow label={t('lineRemove', { name })} isOff={false} onClick={onRemove} />
        </span>
      )}
    </div>
  )
}
