import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

/** What a dialog says under its title. */
export function DialogText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>
}

/** The ways out of a dialog, the harmless one first; on a phone they lie one under another, the main one on top. */
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

/** The ways out of a question whose step takes something away; focus begins on the harmless one. */
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
