import { useTranslations } from 'use-intl'
import { useAction } from '../../../api/cache/query.ts'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { notify } from '../../../ui/notices/notify.ts'
import type { Offer } from '../use-offer-words.ts'

/** Sets the number of pieces in stock. */
export function StockForm({ item, close }: { item: Offer; close: () => void }) {
  const t = useTranslations('shop')
  const update = useAction('shop.update')
  const { id, name, version } = item
  const form = useFormState({
    call: 'shop.update',
    draft: null,
    initial: { stock: item.stock },
    send: async ({ stock }) => {
      await update.mutateAsync({ params: { id }, body: { stock, version } })
      close()
      notify({ text: t('saved', { name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('save')}
      cancel={{ label: t('notNow'), onClick: close }}
    >
      <NumberField {...form.at('stock')} label={t('stock')} hint={t('stockHint')} />
    </FormShell>
  )
}
