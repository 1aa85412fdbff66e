import type { Box, BoxLine } from '@artel/contract/supplies/supplies'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { FieldGroup, FieldRows } from '../../../forms/fields/field-group.tsx'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextAreaField } from '../../../forms/fields/text-fields.tsx'
import { fieldError } from '../../../forms/form/field-errors.ts'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { type FormState, useFormState } from '../../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { MediaField } from '../../../forms/media/media-field.tsx'
import { notify } from '../../../ui/notices/notify.ts'
import { SupplyProductName } from '../supply-parts.tsx'
import classes from './inspections.module.css'

type Found = { product_id: number; quantity: number | null }
type InspectValues = { lines: Found[]; comment: string; multimedia_ids: readonly number[] }

/**
 * Counts a packed box again. The counts of the box are not shown, so that whoever counts writes down what is there.
 */
export function InspectForm({ supplyId, box, close }: { supplyId: number; box: Box; close: () => void }) {
  const t = useTranslations('supplies')
  const textOf = useMistakeText()
  const inspect = useAction('supplies.inspect')
  const items = box.items.filter(({ quantity }) => quantity > 0)
  const form = useFormState<InspectValues>({
    call: 'supplies.inspect',
    draft: { item: `${box.id}.${box.version}` },
    initial: {
      lines: items.map(({ product_id }) => ({ product_id, quantity: null })),
      comment: '',
      multimedia_ids: [],
    },
    check: ({ lines }) =>
      Object.fromEntries(
        lines.flatMap(({ quantity }, index) =>
          quantity === null ? [[`lines.${index}.quantity`, [textOf({ key: 'required' })]]] : [],
        ),
      ),
    send: async ({ lines, comment, multimedia_ids }) => {
      const { inspection } = await inspect.mutateAsync({
        params: { supply_id: supplyId, id: box.id },
        // The check has refused empty numbers.
        body: { version: box.version, lines: lines as Sent[], comment, multimedia_ids: [...multimedia_ids] },
      })
      close()
      const missing = inspection.lines.reduce(
        (all, { packed, found }) => all + Math.max(0, packed - found),
        0,
      )
      notify(
        missing === 0
          ? { text: t('inspectedRight', { number: box.number }), tone: 'ok' }
          : { text: t('inspectedMissing', { number: box.number, count: missing }), tone: 'warn' },
      )
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('inspectSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <FieldGroup title={t('inspectLines')} hint={t('inspectHint')} error={fieldError(form.errors, 'lines')}>
        <FieldRows>
          {items.map((item, index) => (
            <li key={item.product_id}>
              <FoundLine form={form} item={item} index={index} />
            </li>
          ))}
        </FieldRows>
      </FieldGroup>
      <MediaField
        {...form.at('multimedia_ids')}
        optional={false}
        label={t('inspectPhotos')}
        hint={t('inspectPhotosHint')}
        path="tasks"
      />
      <TextAreaField {...form.at('comment')} label={t('inspectComment')} />
    </FormShell>
  )
}

type Sent = { product_id: number; quantity: number }

function FoundLine({ form, item, index }: { form: FormState<InspectValues>; item: BoxLine; index: number }) {
  const t = useTranslations('supplies')
  const { value: lines, onChange } = form.at('lines')
  const path = `lines.${index}.quantity`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the fieldset of the lines would be read twice
    <div className={classes.found} role="group" aria-label={item.product.name}>
      <SupplyProductName product={item.product} size={30} isPlain />
      <NumberField
        name={path}
        label={t('inspectFound')}
        value={lines[index]?.quantity ?? null}
        error={fieldError(form.errors, path)}
        onChange={(quantity) => onChange(lines.with(index, { product_id: item.product_id, quantity }), path)}
      />
    </div>
  )
}
