import { type ModalSettings, modals } from '@mantine/modals'
import { type ReactNode, Suspense } from 'react'

type DialogOptions = Omit<ModalSettings, 'modalId' | 'title' | 'children'> & {
  /** What is typed in it must not be lost by a slip beside it: only Esc and its buttons close it. */
  isForm?: boolean
  /** Stands in it while the code of its body comes. */
  waiting?: ReactNode
}

// The home of the dialogs comes after the page: what is opened before waits here; null once it has come.
let early: ModalSettings[] | null = []
let opened = 0

/** Opens a dialog; `body` is given what closes it. */
export function openDialog(
  title: string,
  body: (close: () => void) => ReactNode,
  { isForm = false, waiting = null, ...look }: DialogOptions = {},
): void {
  opened += 1
  const modalId = `dialog-${opened}`
  const children = <Suspense fallback={waiting}>{body(() => modals.close(modalId))}</Suspense>
  const settings = { closeOnClickOutside: !isForm, ...look, modalId, title, children }
  if (early) early.push(settings)
  else modals.open(settings)
}

/** Told by the home of the dialogs once it listens. */
export function openEarlyDialogs(): void {
  for (const settings of early ?? []) modals.open(settings)
  early = null
}
