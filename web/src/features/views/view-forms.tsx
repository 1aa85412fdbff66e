import type { View } from '@artel/contract/views/views'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import type { InputOf } from '../../api/send/calls.ts'
import { useUser } from '../../api/session/session.ts'
import { SwitchField } from '../../forms/choices/choice-fields.tsx'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { notify } from '../../ui/notices/notify.ts'
import { keptStateOf } from './list-view.ts'
import type { ListViews } from './use-list-views.ts'

/** Saves the state of the list as a named view, and opens it. */
export function NewViewForm({ views, close }: { views: ListViews; close: () => void }) {
  const t = useTranslations('views')
  const isAdmin = useUser().type !== 'staff'
  const create = useAction('views.create')
  const form = useFormState({
    call: 'views.create',
    draft: null,
    initial: { name: '', is_shared: false },
    send: async (values) => {
      const body = { screen: views.screen, state: keptStateOf(views.state), ...values }
      // Screen and state belong together, but their separate types no longer show it.
      const { view } = await create.mutateAsync({ body } as InputOf<'views.create'>)
      close()
      views.settle(view.id)
      notify({ text: t('kept', { name: view.name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('keepSubmit')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <TextField {...form.at('name')} label={t('name')} autoFocus />
      {isAdmin && <SwitchField {...form.at('is_shared')} label={t('isShared')} hint={t('isSharedHint')} />}
    </FormShell>
  )
}

export function RenameViewForm({ view, close }: { view: View; close: () => void }) {
  const t = useTranslations('views')
  const update = useAction('views.update')
  const form = useFormState({
    call: 'views.update',
    draft: null,
    initial: { name: view.name },
    send: async ({ name }) => {
      await update.mutateAsync({ params: { id: view.id }, body: { name, version: view.version } })
      close()
      notify({ text: t('renamed', { name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('renameSubmit')}
      cancel={{ label: t('cancel'), onClick: close }}
    >
      <TextField {...form.at('name')} label={t('name')} autoFocus />
    </FormShell>
  )
}
