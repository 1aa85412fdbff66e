import clsx from 'clsx'
import type { ReactNode } from 'react'
import classes from './tag.module.css'

type TagTone = 'mute' | 'ok' | 'info' | 'warn' | 'bad' | 'trip' | 'coin' | 'accent'

/** A fact outside the status column; at most two in a row. */
export function Tag({ tone = 'mute', children }: { tone?: TagTone; children: ReactNode }) {
  return <span className={clsx(classes.tag, classes[tone])}>{children}</span>
}

/** A key or a chord: `Ctrl S`. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={classes.kbd}>{children}</kbd>
}
