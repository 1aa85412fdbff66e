import { getDefaultZIndex, Modal } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DialogGuard, DialogGuardsContext } from '../dialog/dialog-guard.ts'
import { findTopDialog } from '../dialog/only-dialog.ts'
import { readDialogs, removeDialog, type StackedDialog, watchDialogs } from '../dialog/open-dialog.tsx'
import { Notices } from '../notices/notices.tsx'
import { useShown } from '../states/use-shown.ts'
import classes from './overlays.module.css'

/** Draws dialogs and notices. The app mounts it once, and may load it after the page. */
export function Overlays() {
  const dialogs = useSyncExternalStore(watchDialogs, readDialogs)
  const open = dialogs.filter(({ isOpen }) => isOpen)
  return (
    <>
      {dialogs.map((dialog, index) => (
        <DialogOfStack
          key={dialog.id}
          dialog={dialog}
          place={index}
          isLowest={dialog === open[0]}
          isCovered={dialog.isOpen && dialog !== open.at(-1)}
        />
      ))}
      <Notices />
    </>
  )
}

type DialogOfStackProps = { dialog: StackedDialog; place: number; isLowest: boolean; isCovered: boolean }

/** A dialog covered by another one is hidden but stays mounted, because its form keeps the typed text. */
function DialogOfStack({ dialog, place, isLowest, isCovered }: DialogOfStackProps) {
  const { id, title, body, look, openers, isOpen, close } = dialog
  const isShown = useShown() && isOpen
  const [guards] = useState(() => new Set<DialogGuard>())
  // Esc and a click beside the dialog. Its buttons close it at once, because they say what happens.
  const leave = async () => {
    for (const mayClose of guards) if (!(await mayClose())) return
    close()
  }
  useEffect(() => () => void setTimeout(returnFocus, focusDelayMs, openers), [openers])
  return (
    <Modal
      size="sm"
      withCloseButton={false}
      zIndex={Number(getDefaultZIndex('modal')) + 1 + place}
      {...look}
      opened={isShown}
      onClose={() => void leave()}
      onExitTransitionEnd={() => removeDialog(id)}
      title={title}
      // One backdrop for all dialogs.
      withOverlay={isLowest || !isOpen}
      closeOnEscape={!isCovered}
      {...(isCovered && { className: classes.covered })}
    >
      <DialogGuardsContext value={guards}>{body}</DialogGuardsContext>
    </Modal>
  )
}

/** Wait before the focus returns, ms: a sending button is disabled until its form has the response. */
const focusDelayMs = 30

/**
 * Returns the focus itself, because the modal fails if its opener was in a dialog that has closed, or was a
 * button that was disabled while sending.
 */
function returnFocus(openers: readonly Element[]): void {
  const top = findTopDialog()
  const isReachable = (element: Element) => element.isConnected && (!top || top.contains(element))
  for (const element of [...openers.filter(isReachable), top]) {
    if (document.activeElement !== document.body) return
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  }
}
