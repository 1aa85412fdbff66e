import type { Box, BoxLine } from '@artel/contract/supplies/supplies'
import { maxBoxesAtOnce } from '@artel/contract/supplies/supplies.line'
import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { callApi } from '../../../api/send/client.ts'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import { bodyOfValues } from '../../../forms/form/body-of-values.ts'
import { FieldRow, FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useLiveForm } from '../../../forms/form/use-live-form.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'
import { saveTogether } from '../../../forms/save/save-together.ts'
import { changedValues } from '../../../forms/save/stale-fields.ts'
import { notify } from '../../../ui/notices/notify.ts'
import { SupplyProductName } from '../supply-parts.tsx'

type FormProps = { supplyId: number; close: () => void }

export function AddBoxesForm({ supplyId, close }: FormProps) {
  const t = useTranslations('supplies')
  const add = useAction('supplies.addBoxes')
  return (
    <CountForm
      field="count"
      label={t('addBoxesCount')}
      hint={t('addBoxesHint')}
      submitLabel={(count) => t('addBoxesSubmit', { count })}
      send={async (count) => {
        await add.mutateAsync({ params: { supply_id: supplyId }, body: { count } })
        close()
        notify({ text: t('boxesAdded', { count }), tone: 'ok' })
      }}
      close={close}
    />
  )
}

export function CopyBoxForm({ supplyId, box, close }: FormProps & { box: Box }) {
  const t = useTranslations('supplies')
  const copy = useAction('supplies.copyBox')
  return (
    <CountForm
      field="times"
      label={t('copyTimes')}
      hint={t('copyHint')}
      submitLabel={(count) => t('copySubmit', { count })}
      send={async (times) => {
        await copy.mutateAsync({ params: { supply_id: supplyId, id: box.id }, body: { times } })
        close()
        notify({ text: t('boxesAdded', { count: times }), tone: 'ok' })
      }}
      close={close}
    />
  )
}

type CountFormProps = {
  /** The field name in the call, so that the server's error appears at the field. */
  field: 'count' | 'times'
  label: string
  hint: string
  submitLabel: (count: number) => string
  send: (count: number) => Promise<unknown>
  close: () => void
}

function CountForm({ field, label, hint, submitLabel, send, close }: CountFormProps) {
  const t = useTranslations('supplies')
  const textOf = useMistakeText()
  const form = useFormState<Record<typeof field, number | null>>({
    call: null,
    draft: null,
    initial: { count: 1, times: 1 },
    check: (values): Record<string, string[]> =>
      values[field] ? {} : { [field]: [textOf({ key: 'too_small', values: { minimum: 1 } })] },
    // Validation has refused null and zero.
    send: (values) => send(values[field]!),
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={submitLabel(form.values[field] ?? 0)}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <NumberField {...form.at(field)} label={label} hint={hint} max={maxBoxesAtOnce} />
    </FormShell>
  )
}

type Move = { quantity: number | null; number: number | null }

/** Moves pieces from one box to another, which the person names by its printed number. */
export function MoveLineForm({ supplyId, box, item, close }: FormProps & { box: Box; item: BoxLine }) {
  const t = useTranslations('supplies')
  const textOf = useMistakeText()
  const move = useAction('supplies.moveLine')
  const form = useFormState<Move>({
    call: 'supplies.moveLine',
    draft: null,
    initial: { quantity: item.quantity, number: null },
    check: ({ quantity, number }): Record<string, string[]> => ({
      ...(!quantity && { quantity: [textOf({ key: 'too_small', values: { minimum: 1 } })] }),
      ...(!number && { number: [textOf({ key: 'required' })] }),
      ...(number === box.number && { number: [t('sameBox')] }),
    }),
    send: async ({ quantity, number }) => {
      // Validation has refused empty fields.
      const target = await boxNumbered(supplyId, number!)
      if (!target) return notify({ text: t('noSuchBox'), tone: 'bad' })
      await move.mutateAsync({
        params: { supply_id: supplyId, id: box.id },
        body: { product_id: item.product_id, quantity: quantity!, to_box_id: target.id }, // as above
      })
      close()
      notify({ text: t('moved', { number: target.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('moveSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SupplyProductName product={item.product} isPlain />
      <FieldRow>
        <NumberField {...form.at('quantity')} label={t('moveQuantity')} max={item.quantity} />
        <NumberField {...form.at('number')} label={t('moveTo')} max={100_000} />
      </FieldRow>
    </FormShell>
  )
}

async function boxNumbered(supplyId: number, number: number): Promise<Box | undefined> {
  const input = { params: { id: supplyId }, query: { limit: 1 }, body: { number } }
  const { boxes } = await callApi('supplies.boxes', input)
  return boxes[0]
}

type BoxValues = { barcode: string; weight_g: number | null }

const valuesOf = ({ barcode, weight_g }: Box): BoxValues => ({ barcode, weight_g })

/** Edits the fields of a box other than its contents. */
export function EditBoxForm({ supplyId, box, close }: FormProps & { box: Box }) {
  const t = useTranslations('supplies')
  const update = useAction('supplies.updateBox')
  const send = (values: BoxValues, base: Box) =>
    update.mutateAsync({
      params: { supply_id: supplyId, id: box.id },
      body: {
        ...bodyOfValues<'supplies.updateBox'>(changedValues(values, valuesOf(base))),
        version: base.version,
      },
    })
  const form = useLiveForm<Box, BoxValues>({
    call: 'supplies.updateBox',
    draft: { item: box.id },
    thing: box,
    valuesOf,
    send: async (values, base, words) => {
      const question = () => t('boxStaleTitle', { number: box.number })
      const isSaved = await saveTogether({ base, valuesOf, send, words, question }, values)
      if (!isSaved) return false
      close()
      return notify({ text: t('boxSaved', { number: box.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell form={form} layout="dialog" cancel={{ label: t('keep'), onClick: close }}>
      <TextField {...form.at('barcode')} label={t('boxCode')} />
      <NumberField {...form.at('weight_g')} label={t('weight')} unit={t('grams')} />
    </FormShell>
  )
}
