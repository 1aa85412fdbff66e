import { useEffect, useId, useRef } from 'react'

/** Moves the focus to the field of a row, at once or as soon as the row is rendered. */
export function useRowFocus() {
  const prefix = useId()
  const awaited = useRef<string | null>(null)
  useEffect(() => {
    if (awaited.current === null) return
    document.getElementById(awaited.current)?.focus()
    awaited.current = null
  })
  const idOf = (index: number) => `${prefix}-${index}`
  return {
    idOf,
    go: (index: number) => {
      const field = document.getElementById(idOf(index))
      if (field) field.focus()
      else awaited.current = idOf(index)
    },
  }
}
