import type { ReactNode } from 'react'
import classes from './setting-rows.module.css'

/** Settings, devices and the like below each other; inside stand `SettingRow`s. */
export const SettingRows = ({ children }: { children: ReactNode }) => (
  <ul className={classes.rows}>{children}</ul>
)

type SettingRowProps = {
  name: string
  /** How it stands, beside the name. */
  aside?: ReactNode
  text: string
  /** More lines below. */
  more?: ReactNode
  /** What can be done about it. */
  children: ReactNode
}

/** What it is, a quieter line about it, and at the end the button. */
export function SettingRow({ name, aside, text, more, children }: SettingRowProps) {
  return (
    <li className={classes.row}>
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
