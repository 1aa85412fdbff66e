import type { ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { LazyBoundary } from '../states/lazy-boundary.tsx'

type DialogOptions = Omit<ModalProps, 'opened' | 'onClose' | 'title' | 'children' | 'id'> & {
  /** Protects typed text from a click beside the dialog: only Esc and the buttons close it. */
  isForm?: boolean
  /** Shown while the code of the body is loading. */
  waiting?: ReactNode
  /** Called once, however the dialog is closed. */
  onClose?: () => void
}

/** A dialog of the stack. `isOpen`: false while it fades out. */
export type StackedDialog = {
  id: number
  title: string
  isOpen: boolean
  body: ReactNode
  look: Omit<DialogOptions, 'isForm' | 'waiting' | 'onClose'>
  /** The element that had the focus when this dialog opened, and those of the dialogs below it. */
  openers: readonly Element[]
  close: () => void
}

// Kept outside of React, because a dialog may be opened before the code that draws dialogs has loaded.
let stack: readonly StackedDialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Opens a dialog above the open ones, which keep their typed text. `body` receives a closing function. */
export function openDialog(
  title: string,
  body: (close: () => void) => ReactNode,
  { isForm = false, waiting = null, onClose, ...look }: DialogOptions = {},
): void {
  lastId += 1
  const id = lastId
  const close = () => {
    if (!stack.some((dialog) => dialog.id === id && dialog.isOpen)) return
    setStack(stack.map((dialog) => (dialog.id === id ? { ...dialog, isOpen: false } : dialog)))
    onClose?.()
  }
  const dialog = {
    id,
    title,
    isOpen: true,
    close,
    openers: [...(document.activeElement ? [document.activeElement] : []), ...(stack.at(-1)?.openers ?? [])],
    body: <LazyBoundary fallback={waiting}>{body(close)}</LazyBoundary>,
    look: { closeOnClickOutside: !isForm, ...look },
  }
  setStack([...stack, dialog])
}

/** Removes a dialog that has faded out from the stack. */
export function removeDialog(id: number): void {
  setStack(stack.filter((dialog) => dialog.id !== id))
}

export const readDialogs = (): readonly StackedDialog[] => stack

export function watchDialogs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setStack(next: readonly StackedDialog[]): void {
  stack = next
  for (const listener of listeners) listener()
}
