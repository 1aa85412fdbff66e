import type { LegalEntity } from '@artel/contract/legal-entities/legal-entities'
import { useTranslations } from 'use-intl'
import { useAction } from '../../api/cache/query.ts'
import { ApiFailure } from '../../api/send/failure.ts'
import { TextField } from '../../forms/fields/text-fields.tsx'
import { FormShell } from '../../forms/form/form-shell.tsx'
import { useFormState } from '../../forms/form/use-form-state.ts'
import { askPassword } from '../../forms/save/ask-password.tsx'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { notify } from '../../ui/notices/notify.ts'

/** The owner's actions on the Wildberries token of a legal entity. */
export function useWildberriesSteps({ id, name }: LegalEntity) {
  const t = useTranslations('legalEntities')
  const remove = useAction('wildberries.connect', {
    onSuccess: () => notify({ text: t('wbDisconnected', { name }), tone: 'ok' }),
    onFailure: (failure) =>
      notify({ text: failure instanceof ApiFailure ? failure.message : t('stepFailed'), tone: 'bad' }),
  })
  return {
    connect: async () => {
      const isSure = await askPassword({
        title: t('wbTitle', { name }),
        text: t('wbPassword'),
        confirmLabel: t('wbContinue'),
        cancelLabel: t('wbCancel'),
      })
      if (!isSure) return
      openDialog(t('wbTitle', { name }), (close) => <TokenForm id={id} name={name} close={close} />, {
        isForm: true,
      })
    },
    disconnect: async () => {
      const isSure = await confirm({
        title: t('wbDisconnectTitle', { name }),
        text: t('wbDisconnectText'),
        confirmLabel: t('wbDisconnect'),
        cancelLabel: t('keep'),
        tone: 'destructive',
      })
      if (isSure) remove.mutate({ params: { id }, body: { token: null } })
    },
  }
}

type TokenFormProps = Pick<LegalEntity, 'id' | 'name'> & { close: () => void }

function TokenForm({ id, name, close }: TokenFormProps) {
  const t = useTranslations('legalEntities')
  const connect = useAction('wildberries.connect')
  const form = useFormState({
    call: 'wildberries.connect',
    draft: null,
    initial: { token: '' },
    send: async ({ token }) => {
      await connect.mutateAsync({ params: { id }, body: { token: token.trim() } })
      close()
      notify({ text: t('wbDone', { name }), tone: 'ok' })
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={t('wbConnect')}
      cancel={{ label: t('wbCancel'), onClick: close }}
    >
      <DialogText>{t('wbHow')}</DialogText>
      <TextField
        {...form.at('token')}
        optional={false}
        label={t('wbToken')}
        hint={t('wbTokenHint')}
        autoFocus
      />
    </FormShell>
  )
}
