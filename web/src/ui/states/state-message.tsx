import type { ReactNode } from 'react'
import classes from './state-message.module.css'

type StateMessageProps = {
  icon: ReactNode
  title: string
  text?: ReactNode
  actions?: ReactNode
  /** 1 if the message takes the whole page. */
  level?: 1 | 2
}

/** The only layout for messages in place of content. */
export function StateMessage({ icon, title, text, actions, level = 2 }: StateMessageProps) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes.message}>
      <div className={classes.icon} aria-hidden="true">
        {icon}
      </div>
      <Title className={classes.title}>{title}</Title>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
