import { isolated } from '@artel/contract/shapes/isolate'
import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { NumberCell } from '../../../forms/fields/number-cell.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import { AddRow, RemoveRow } from '../../../forms/form/row-buttons.tsx'
import type { ProductForm } from './product-fields.tsx'
import classes from './product-form.module.css'
import { type ComponentRow, emptyComponent } from './product-values.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The contract accepts at most this many components. */
const maxComponents = 200

/** The components of one piece, one row each. Enter moves to the next row. */
export function ComponentFields({ form }: { form: ProductForm }) {
  const t = useTranslations('products')
  useFieldWords<ComponentRow[]>('components', t('components'), (parts) =>
    parts.map(({ name, quantity }) => `${isolated(name)} × ${quantity ?? 0}`).join(', '),
  )
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const { value: rows, onChange } = form.at('components')
  const { idOf, go } = useRowFocus()
  const add = () => {
    onChange([...rows, emptyComponent])
    go(rows.length)
  }
  const remove = (index: number) => {
    onChange(rows.toSpliced(index, 1))
    if (rows.length > 1) go(Math.min(index, rows.length - 2))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (index < rows.length - 1) go(index + 1)
    else if (rows.length < maxComponents) add()
  }
  return (
    <FieldGroup
      title={t('components')}
      hint={t('componentsHint')}
      error={fieldError(form.errors, 'components')}
    >
      {rows.length > 0 && !isPhone && (
        <div className={classes.heads} aria-hidden="true">
          <span>{t('partName')}</span>
          <span>{t('article')}</span>
          <span>{t('partQuantity')}</span>
        </div>
      )}
      {rows.length > 0 && (
        <FieldRows>
          {rows.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else to be told by while it is typed
            <li key={index} className={classes.part}>
              <PartCells
                part={part}
                index={index}
                id={idOf(index)}
                form={form}
                onChange={(next, name) =>
                  onChange(rows.with(index, { ...part, ...next }), `components.${index}.${name}`)
                }
                onKeyDown={(event) => onKeyDown(event, index)}
              />
              <RemoveRow
                label={t('partRemove', { number: index + 1 })}
                isOff={false}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </FieldRows>
      )}
      <AddRow label={t('partAdd')} isOff={rows.length >= maxComponents} onClick={add} />
    </FieldGroup>
  )
}

type PartCellsProps = {
  part: ComponentRow
  index: number
  id: string
  form: ProductForm
  onChange: (change: Partial<ComponentRow>, name: keyof ComponentRow) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function PartCells({ part, index, id, form, onChange, onKeyDown }: PartCellsProps) {
  const t = useTranslations('products')
  const number = index + 1
  const errorOf = (name: keyof ComponentRow) => fieldError(form.errors, `components.${index}.${name}`)
  return (
    <>
      <TextInput
        id={id}
        className={classes.partName ?? ''}
        aria-label={t('partNameOf', { number })}
        placeholder={t('partName')}
        autoComplete="off"
        maxLength={200}
        value={part.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value }, 'name')}
        onKeyDown={onKeyDown}
      />
      <TextInput
        className={classes.code ?? ''}
        aria-label={t('partArticleOf', { number })}
        placeholder={t('article')}
        autoComplete="off"
        maxLength={100}
        value={part.article}
        error={errorOf('article')}
        onChange={(event) => onChange({ article: event.currentTarget.value }, 'article')}
        onKeyDown={onKeyDown}
      />
      <NumberCell
        label={t('partQuantityOf', { number })}
        max={1_000_000}
        value={part.quantity}
        error={errorOf('quantity')}
        onChange={(quantity) => onChange({ quantity }, 'quantity')}
        onKeyDown={onKeyDown}
      />
    </>
  )
}
