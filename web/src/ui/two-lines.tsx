import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './two-lines.module.css'

/** A cell of two lines: what it is, and in a quieter voice what belongs to it, where anything does. */
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

/** The look of a row's name where it is a link. */
export const rowNameLook = classes.name ?? ''

/** A row's name that opens it, as pressing anywhere else in the row does. */
export function RowName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <UnstyledButton
      className={rowNameLook}
      title={name}
      onClick={(event) => {
        // The row would open it once more.
        event.stopPropagation()
        onOpen()
      }}
    >
      {name}
    </UnstyledButton>
  )
}
