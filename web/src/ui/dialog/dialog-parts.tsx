import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** The text under the title of a dialog. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>
}

/** Buttons that close a dialog, the harmless one first. On a phone they are stacked, the main one on top. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>
}

type TakingButtonsProps = {
  keepLabel: string
  onKeep: () => void
  takeLabel: string
  onTake: () => void
  isBusy: boolean
}

/** Buttons of a question about a step that removes something. The focus starts on the harmless one. */
export function TakingButtons({ keepLabel, onKeep, takeLabel, onTake, isBusy }: TakingButtonsProps) {
  return (
    <DialogButtons>
      <Button variant="subtle" color="gray" data-autofocus onClick={onKeep}>
        {keepLabel}
      </Button>
      <Button color="red" loading={isBusy} onClick={onTake}>
        {takeLabel}
      </Button>
    </DialogButtons>
  )
}
