import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { TextAreaField, TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'

type Values = { key: string; ru: string; en: string }

/** Adds a text whose key the code does not have. */
export function TextAddForm({ close }: { close: () => void }) {
  const t = useTranslations('localizations')
  const create = useAction('localizations.create')
  const form = useFormState<Values>({
    call: 'localizations.create',
    draft: { item: 'new', isNew: true },
    initial: { key: '', ru: '', en: '' },
    check: ({ ru, en }) => ({
      ...(ru === '' && en === '' && { ru: [t('addNeither')] }),
    }),
    // The error stands at the first language, but a text in either one clears it.
    together: { en: ['ru'] },
    send: async ({ key, ru, en }) => {
      const { localization } = await create.mutateAsync({ body: { key, ru: ru || null, en: en || null } })
      close()
      notify({ text: t('added', { key: localization.key }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('addSave')}
      cancel={{ label: t('addLeave'), onClick: close }}
    >
      <TextField {...form.at('key')} label={t('key')} hint={t('addKeyHint')} autoFocus />
      <TextAreaField {...form.at('ru')} optional={false} label={t('ru')} />
      <TextAreaField {...form.at('en')} optional={false} label={t('en')} />
    </FormShell>
  )
}
