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
