import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import { glyphShapes } from '../marks/glyph-shapes.tsx'
import classes from './notices.module.css'

export type NoticeTone = 'ok' | 'bad' | 'warn'
export type NoticeAction = { label: string; onClick: () => void }

const shapes = { ok: 'tick', bad: 'alert', warn: 'clock' } as const

type NoticeProps = { text: string; tone: NoticeTone; action?: NoticeAction; close: () => void }

/** A symbol, one line of text and one action. */
export function Notice({ text, tone, action, close }: NoticeProps) {
  return (
    <div className={classes.line}>
      <svg
        className={clsx(classes.glyph, classes[tone])}
        width="16"
        height="16"
        viewBox="0 0 14 14"
        aria-hidden="true"
      >
        {glyphShapes[shapes[tone]]}
      </svg>
      <span className={classes.text}>{text}</span>
      {action !== undefined && (
        <UnstyledButton
          className={classes.action}
          onClick={() => {
            close()
            action.onClick()
          }}
        >
          {action.label}
        </UnstyledButton>
      )}
    </div>
  )
}
