import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './text-card.module.css'

type TextCardProps = {
  title: string
  /** What stands below, cut after two lines; empty: nothing. */
  text: string
  onOpen: () => void
  menu: ReactNode
  children: ReactNode
}

/** A thing with a title and some words, as a row of a list on a phone; inside stand its `CardFoot`s. */
export function TextCard({ title, text, onOpen, menu, children }: TextCardProps) {
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <UnstyledButton className={classes.open} onClick={onOpen}>
          {title}
        </UnstyledButton>
        {menu}
      </div>
      {text !== '' && (
        <p className={classes.short} title={text}>
          {text}
        </p>
      )}
      {children}
    </article>
  )
}

/** A line of what else there is to say of it. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
)
