import type { ReactNode } from 'react'
import classes from './setting-rows.module.css'

/** A list of settings, devices and the like. Its children are `SettingRow`s. */
export const SettingRows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows}>{children}</ul>
)

type SettingRowProps = {
  name: string
  /** The state of the setting, beside the name. */
  aside?: ReactNode
  text: string
  /** More lines below. */
  more?: ReactNode
  /** Actions for the setting. */
  children: ReactNode
  /** The row is a placeholder with the height of this content, which is not shown. */
  isLoading?: boolean
}

/** A name, a muted line about it, and buttons at the end. */
export function SettingRow({ name, aside, text, more, children, isLoading = false }: SettingRowProps) {
  return (
    <li className={classes.row} data-skeleton={isLoading || undefined} aria-busy={isLoading || undefined}>
      <div className={classes.said}>
        <span className={classes.name}>
          {name} {aside}
        </span>
        <span className={classes.small}>{text}</span>
        {more}
      </div>
      {children}
    </li>
  )
}
