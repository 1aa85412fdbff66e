import { TextInput } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { useFieldWords } from '../../../forms/form/form-words.ts'
import { AddRow, RemoveRow } from '../../../forms/form/row-buttons.tsx'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import type { PartProps } from './product-fields.tsx'
import classes from './product-form.module.css'
import { useRowFocus } from './use-row-focus.ts'

/** The contract accepts at most this many barcodes. */
const maxBarcodes = 50

/** One row for each barcode. A scanner ends a code with Enter, which moves to the next row. */
export function BarcodeFields({ form, mistakes }: PartProps) {
  const t = useTranslations('products')
  const textOf = useMistakeText()
  useFieldWords<string[]>('barcodes', t('barcodes'), (codes) => codes.join(', '))
  const { value, onChange } = form.at('barcodes')
  const rows = value.length === 0 ? [''] : value
  const { idOf, go } = useRowFocus()
  const isFull = rows.length >= maxBarcodes
  const errorOf = (path: string) => {
    const mistake = mistakes.get(path)
    return fieldError(form.errors, path) ?? (mistake && textOf(mistake))
  }
  const add = () => {
    if (isFull) return
    onChange([...rows, ''])
    go(rows.length)
  }
  const write = (index: number, text: string) => onChange(rows.with(index, text.trim()), `barcodes.${index}`)
  const remove = (index: number) => {
    onChange(rows.toSpliced(index, 1))
    go(Math.max(0, Math.min(index, rows.length - 2)))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    // Enter must not submit the form.
    event.preventDefault()
    if (index < rows.length - 1) go(index + 1)
    else if (rows[index] !== '') add()
  }
  const onPaste = (event: ClipboardEvent, index: number) => {
    const codes = event.clipboardData
      .getData('text/plain')
      .split(/[\s,;]+/)
      .filter(Boolean)
    if (codes.length < 2) return
    event.preventDefault()
    const next = rows.toSpliced(index, 1, ...codes).slice(0, maxBarcodes)
    onChange(next)
    go(Math.min(index + codes.length, next.length) - 1)
  }
  return (
    <FieldGroup title={t('barcodes')} hint={t('barcodesHint')} error={fieldError(form.errors, 'barcodes')}>
      <FieldRows>
        {rows.map((barcode, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a barcode has nothing else to be told by while it is typed
          <li key={index} className={classes.barcode}>
            <TextInput
              id={idOf(index)}
              className={classes.code ?? ''}
              aria-label={t('barcodeOf', { number: index + 1 })}
              placeholder={index === 0 ? t('barcodePlaceholder') : undefined}
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={barcode}
              error={errorOf(`barcodes.${index}`)}
              onChange={(event) => write(index, event.currentTarget.value)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
            <RemoveRow
              label={t('barcodeRemove', { number: index + 1 })}
              isOff={rows.length === 1 && barcode === ''}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </FieldRows>
      <AddRow label={t('barcodeAdd')} isOff={isFull} onClick={add} />
    </FieldGroup>
  )
}
