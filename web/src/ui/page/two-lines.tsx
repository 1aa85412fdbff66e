import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './two-lines.module.css'

/** A cell of two lines: the name, and below it a muted line with details, if there are any. */
export function TwoLines({ second, children }: { second: ReactNode; children: ReactNode }) {
  const isNone = second === null || second === undefined || second === ''
  return (
    <span className={classes.two}>
      {typeof children === 'string' ? (
        <span className={classes.first} title={children}>
          {children}
        </span>
      ) : (
        children
      )}
      {!isNone && (
        <span className={classes.second} {...(typeof second === 'string' && { title: second })}>
          {second}
        </span>
      )}
    </span>
  )
}

/** The class of a row's name that is a link. */
export const rowNameLook = classes.name ?? ''

/** A row's name that opens the row, like a press anywhere else in it. */
export function RowName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <UnstyledButton
      className={rowNameLook}
      title={name}
      onClick={(event) => {
        // Without this, the row would open a second time.
        event.stopPropagation()
        onOpen()
      }}
    >
      {name}
    </UnstyledButton>
  )
}
