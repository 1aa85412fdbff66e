import type { ReactNode } from 'react'
import { FieldMessage } from './field-frame.tsx'
import classes from './field-group.module.css'

type FieldGroupProps = { title: string; hint?: string; error?: string | undefined; children: ReactNode }

/** Fields that are one thing, under one title. */
export function FieldGroup({ title, hint, error, children }: FieldGroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{title}</legend>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
      {error !== undefined && (
        <p className={classes.error} role="alert">
          <FieldMessage text={error} />
        </p>
      )}
    </fieldset>
  )
}

/** The rows of a group, a list item each. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>
}
