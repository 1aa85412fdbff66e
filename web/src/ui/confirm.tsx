import { Button } from '@mantine/core'
import { ModalsProvider, modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { DialogButtons, DialogText } from './dialog-parts.tsx'

type ConfirmOptions = {
  /** Names the thing and the sum. */
  title: string
  text: string
  /** Repeats the verb. */
  confirmLabel: string
  cancelLabel: string
  tone?: 'plain' | 'destructive'
}

/** The home of the dialogs; the app mounts it once. */
export function Dialogs({ children }: { children: ReactNode }) {
  return <ModalsProvider modalProps={{ size: 'sm', withCloseButton: false }}>{children}</ModalsProvider>
}

/** Asks before a costly step; resolves to what was chosen, closing is «no». */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const choose = (isConfirmed: boolean) => {
      resolve(isConfirmed)
      modals.close(id)
    }
    const id = modals.open({
      title: options.title,
      // A promise settles once, so this does not undo what a button has chosen.
      onClose: () => resolve(false),
      children: <Question {...options} choose={choose} />,
    })
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
