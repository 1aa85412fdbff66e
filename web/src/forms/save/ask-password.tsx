import { useAction } from '../../api/cache/query.ts'
import { DialogText } from '../../ui/dialog/dialog-parts.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { OwnPasswordField } from '../fields/own-password-field.tsx'
import { FormShell } from '../form/form-shell.tsx'
import { useFormState } from '../form/use-form-state.ts'

type AskPassword = {
  /** Names the item and the amount. */
  title: string
  text: string
  /** Repeats the verb of the title. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'plain' | 'destructive'
}

/**
 * Asks for the person's own password before a step that must not be possible at an unattended screen.
 * Resolves to false if the dialog is closed.
 */
export function askPassword({ title, ...props }: AskPassword): Promise<boolean> {
  return new Promise((resolve) => {
    const question = (close: () => void) => {
      const settle = (isRight: boolean) => {
        resolve(isRight)
        close()
      }
      return <PasswordQuestion {...props} settle={settle} />
    }
    // A promise settles once, so closing does not undo a correct password.
    openDialog(title, question, { isForm: true, onClose: () => resolve(false) })
  })
}

type PasswordQuestionProps = Omit<AskPassword, 'title'> & { settle: (isRight: boolean) => void }

function PasswordQuestion({ text, confirmLabel, cancelLabel, tone, settle }: PasswordQuestionProps) {
  const check = useAction('account.checkPassword')
  const form = useFormState({
    call: 'account.checkPassword',
    draft: null,
    initial: { password: '' },
    send: async (body) => {
      await check.mutateAsync({ body })
      settle(true)
    },
  })
  return (
    <FormShell
      form={form}
      layout="dialog"
      submitLabel={confirmLabel}
      isDestructive={tone === 'destructive'}
      cancel={{ label: cancelLabel, onClick: () => settle(false) }}
    >
      <DialogText>{text}</DialogText>
      <OwnPasswordField {...form.at('password')} autoFocus />
    </FormShell>
  )
}
