import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './text-card.module.css'

type TextCardProps = {
  title: string
  /** The text below the title, cut after two lines; empty: none. */
  text: string
  onOpen: () => void
  menu: ReactNode
  children: ReactNode
}

/** A row of a list on a phone, with a title and some text. Its children are `CardFoot`s. */
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

/** A line with further facts. */
export const CardFoot = ({ children }: { children: ReactNode }) => (
  <div className={classes.foot}>{children}</div>
)
