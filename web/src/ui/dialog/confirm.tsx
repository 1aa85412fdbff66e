import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons, DialogText } from './dialog-parts.tsx'
import { openDialog } from './open-dialog.tsx'

export type ConfirmOptions = {
  /** Names the item and the amount. */
  title: string
  /** Phrasing content. */
  text: ReactNode
  /** Repeats the verb of the title. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'plain' | 'destructive'
}

/** Asks before a costly step. Resolves to the choice, or to false if the dialog is closed. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const question = (close: () => void) => (
      <Question
        {...options}
        choose={(isConfirmed) => {
          resolve(isConfirmed)
          close()
        }}
      />
    )
    // A promise settles once, so closing does not undo the choice of a button.
    openDialog(options.title, question, { onClose: () => resolve(false) })
  })
}

function Question({
  text,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  choose,
}: ConfirmOptions & { choose: (isConfirmed: boolean) => void }) {
  const isDestructive = tone === 'destructive'
  return (
    <>
      <DialogText>{text}</DialogText>
      <DialogButtons>
        <Button
          variant="subtle"
          color="gray"
          {...(isDestructive && { 'data-autofocus': true })}
          onClick={() => choose(false)}
        >
          {cancelLabel}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : { 'data-autofocus': true })}
          onClick={() => choose(true)}
        >
          {confirmLabel}
        </Button>
      </DialogButtons>
    </>
  )
}
