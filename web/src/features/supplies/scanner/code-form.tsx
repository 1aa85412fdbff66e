import { useTranslations } from 'use-intl'
import { NumberField } from '../../../forms/fields/number-fields.tsx'
import { TextField } from '../../../forms/fields/text-fields.tsx'
import { FormShell } from '../../../forms/form/form-shell.tsx'
import { useFormState } from '../../../forms/form/use-form-state.ts'
import { useMistakeText } from '../../../forms/form/use-mistake-text.ts'

type CodeFormProps = { onCode: (code: string, quantity: number) => void; close: () => void }

/** Enters a code by hand when a scanner cannot read it, or many pieces at once. */
export function CodeForm({ onCode, close }: CodeFormProps) {
  const t = useTranslations('packing')
  const supplies = useTranslations('supplies')
  const textOf = useMistakeText()
  const form = useFormState<{ code: string; quantity: number | null }>({
    call: null,
    draft: null,
    initial: { code: '', quantity: 1 },
    check: ({ code, quantity }): Record<string, string[]> => ({
      ...(code.trim() === '' && { code: [textOf({ key: 'required' })] }),
      ...(!quantity && { quantity: [textOf({ key: 'too_small', values: { minimum: 1 } })] }),
    }),
    send: async ({ code, quantity }) => {
      close()
      // Validation has refused empty fields.
      onCode(code.trim(), quantity!)
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('typeSubmit')}
      cancel={{ label: supplies('keep'), onClick: close }}
    >
      <TextField {...form.at('code')} label={t('codeField')} maxLength={100} autoFocus />
      <NumberField {...form.at('quantity')} label={t('quantityField')} />
    </FormShell>
  )
}
