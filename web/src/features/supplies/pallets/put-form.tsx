import { useTranslations } from 'use-intl'
import { useAction, useCall } from '../../../api/cache/query.ts'
import { callApi } from '../../../api/send/client.ts'
import { SelectField } from '../../../forms/choices/choice-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'

type PutFormProps = { supplyId: number; boxIds: readonly number[]; onPut: () => void; close: () => void }

/** The value of the new pallet, which no pallet has as its id. */
const fresh = 0

/** Puts chosen boxes on a pallet, or on a new one. */
export function PutForm({ supplyId, boxIds, onPut, close }: PutFormProps) {
  const t = useTranslations('pallets')
  const params = { supply_id: supplyId }
  const { data } = useCall('supplies.pallets', { params })
  const put = useAction('supplies.putManyOnPallet')
  const open = (data?.pallets ?? []).filter(({ can }) => can.load)
  const form = useFormState<{ pallet: number | null }>({
    call: null,
    draft: null,
    initial: { pallet: open.at(-1)?.id ?? fresh },
    check: () => ({}),
    send: async ({ pallet }) => {
      const id = pallet || (await callApi('supplies.createPallet', { params })).pallet.id
      const answer = await put.mutateAsync({ params: { ...params, id }, body: { box_ids: [...boxIds] } })
      close()
      onPut()
      notify({ text: t('put', { count: boxIds.length, number: answer.pallet.number }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('putSubmit')}
      cancel={{ label: t('keep'), onClick: close }}
    >
      <SelectField
        {...form.at('pallet')}
        label={t('putField')}
        options={[
          ...open.map(({ id, number }) => ({ value: id, label: t('palletOf', { number }) })),
          { value: fresh, label: t('putNew') },
        ]}
      />
    </FormShell>
  )
}
