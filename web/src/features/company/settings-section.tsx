import type { ReactNode } from 'react'
import classes from './settings-section.module.css'

/** A group of settings: title and description on the left, the form on the right. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
