import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { PaletteItem } from './palette-item.ts'

type Listbox = {
  items: readonly PaletteItem[]
  /** The query that the items belong to. A new query selects the first item again. */
  query: string
  /** False: the items still belong to an older query. */
  isSettled: boolean
  onChoose: (item: PaletteItem) => void
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** Keyboard control of a field with an open list below it. The focus stays in the field. */
export function useListbox({ items, query, isSettled, onChoose }: Listbox) {
  const id = useId()
  const [place, setPlace] = useState({ query, index: 0 })
  const index = place.query === query ? Math.min(place.index, items.length - 1) : 0
  const select = (next: number) => setPlace({ query, index: next })
  const optionId = (of: number) => `${id}-${of}`
  const choose = useChoice(items[index], isSettled, onChoose)
  const move = (to: number) => {
    const next = (to + items.length) % items.length
    select(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const act = actionOf(event.key)
    // During text composition (IME), Enter only ends the word.
    if (!act || event.nativeEvent.isComposing) return
    event.preventDefault()
    act()
  }
  const actionOf = (key: string) => {
    if (key === 'Enter') return choose
    const step = steps.get(key)
    return step !== undefined && items.length > 0 ? () => move(index + step) : undefined
  }
  const field = {
    role: 'combobox',
    'aria-expanded': items.length > 0,
    'aria-controls': id,
    'aria-autocomplete': 'list',
    ...(items.length > 0 && { 'aria-activedescendant': optionId(index) }),
    onKeyDown,
  } as const
  return { id, index, select, optionId, field }
}

/** Enter may come before the response. It then chooses the first item of that response. */
function useChoice(
  item: PaletteItem | undefined,
  isSettled: boolean,
  onChoose: (item: PaletteItem) => void,
): () => void {
  const isAwaited = useRef(false)
  useEffect(() => {
    if (!isSettled || !isAwaited.current) return
    isAwaited.current = false
    if (item) onChoose(item)
  })
  return () => {
    if (isSettled && item) onChoose(item)
    else isAwaited.current = !isSettled
  }
}
