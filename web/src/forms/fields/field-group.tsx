import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { FieldMessage } from './field-frame.tsx'
import classes from './field-group.module.css'

type FieldGroupProps = {
  title: string
  /** True if the content above already names the fields. The title is then only for screen readers. */
  isTitled?: boolean
  hint?: string
  error?: string | undefined
  children: ReactNode
}

/** Fields that belong together, under one title. */
export function FieldGroup({ title, isTitled = false, hint, error, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      {isTitled ? (
        <VisuallyHidden component="legend">{title}</VisuallyHidden>
      ) : (
        <legend className={classes.legend}>{title}</legend>
      )}
      {hint !== undefined && (
        <p className={classes.hint} {...(isTitled && { 'data-first': true })}>
          {hint}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          <FieldMessage text={error} />
        </p>
      )}
    </fieldset>
  )
}

/** The rows of a group, one list item each. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>
}
