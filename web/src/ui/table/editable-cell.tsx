import { IconPencil } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './editable-cell.module.css'

type EditableCellProps = {
  /** Names the value and the item: «Изменить срок задачи 12». */
  label: string
  isOpen: boolean
  /** Opens the editor beside the button. */
  onEdit: (button: HTMLElement) => void
  /** The value. It may be a link. */
  children: ReactNode
}

/** A cell whose value is changed in place. A press beside the pencil still opens the row. */
export function EditableCell({ label, isOpen, onEdit, children }: EditableCellProps) {
  return (
    <>
      {children}
      <button
        type="button"
        // Reached from the row by a key, because a page of rows has hundreds of them.
        tabIndex={-1}
        className={classes.pencil}
        data-edits
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onKeyDown={moveAlong}
        onClick={(event) => onEdit(event.currentTarget)}
      >
        <IconPencil size={14} stroke={1.8} />
      </button>
    </>
  )
}

const pencilsOf = (row: Element | null) => [...(row?.querySelectorAll<HTMLElement>('[data-edits]') ?? [])]

/** Goes to the first value of the row that can be changed. @returns whether there is one */
export function focusEditing(row: Element | null): boolean {
  const [first] = pencilsOf(row)
  first?.focus()
  return first !== undefined
}

const steps: Partial<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** The arrows go from value to value, Escape goes back to the row. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget.closest('tr')
  const step = steps[event.key]
  if (step !== undefined) {
    const pencils = pencilsOf(row)
    pencils[pencils.indexOf(event.currentTarget) + step]?.focus()
  } else if (event.key === 'Escape') {
    row?.focus()
  } else return
  event.preventDefault()
}
