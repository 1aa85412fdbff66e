import { useId } from 'react'
import classes from './plain-checkbox.module.css'

type PlainCheckboxProps = {
  name: string
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox that needs no component library. It looks like the checkboxes of the app. */
export function PlainCheckbox({ name, label, isChecked, onChange }: PlainCheckboxProps) {
  const id = useId()
  return (
    <div className={classes.line}>
      <span className={classes.box}>
        <input
          id={id}
          name={name}
          type="checkbox"
          className={classes.input}
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <svg className={classes.tick} viewBox="0 0 10 7" aria-hidden="true">
          <path
            d="M1 3 L4 6 L9 1"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
    </div>
  )
}
