import type { KeyboardEvent, MouseEvent } from 'react'

const steps: Partial<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
}

type RowActs = { open?: (() => void) | undefined; toggle?: (() => void) | undefined }

/** Arrows move the focus from row to row, Enter opens the focused one, Space selects it. */
export function handleRowKey(event: KeyboardEvent<HTMLElement>, { open, toggle }: RowActs): void {
  // A key pressed in a link or a field inside the row belongs to that element.
  if (event.target !== event.currentTarget || event.ctrlKey || event.altKey || event.metaKey) return
  const act = event.key === 'Enter' ? open : event.key === ' ' ? toggle : undefined
  if (act) {
    event.preventDefault()
    act()
  }
  const step = steps[event.key]
  // With Shift the arrows select, see use-table-keys.ts.
  if (step === undefined || event.shiftKey) return
  event.preventDefault()
  const neighbour = event.currentTarget[step]
  if (neighbour instanceof HTMLElement) neighbour.focus()
}

type RowPresses = { open?: (() => void) | undefined; address?: (() => string) | undefined }

/** A press anywhere in a row opens it, with Ctrl or the middle button in a new tab, as a link does. */
export function rowPresses({ open, address }: RowPresses) {
  return {
    onClick: (event: MouseEvent) => {
      if (!opensRow(event)) return
      if (address && (event.ctrlKey || event.metaKey)) openTab(address())
      else open?.()
    },
    // Comes instead of the click for the other buttons.
    onAuxClick: (event: MouseEvent) => {
      if (address && event.button === 1 && opensRow(event)) openTab(address())
    },
    onMouseDown: (event: MouseEvent) => {
      // Some browsers begin to scroll by the middle button.
      if (address && event.button === 1 && opensRow(event)) event.preventDefault()
    },
  }
}

const openTab = (address: string) => window.open(address, '_blank', 'noopener')

/**
 * Whether a click opens the row. A click on a control inside it, or one that ends a text selection, does not.
 */
function opensRow(event: MouseEvent): boolean {
  const isOnControl =
    event.target instanceof Element && event.target.closest('a, button, input, label, select') !== null
  return !isOnControl && !event.defaultPrevented && window.getSelection()?.isCollapsed !== false
}
