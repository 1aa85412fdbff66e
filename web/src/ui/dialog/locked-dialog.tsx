import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

/** A dialog that hides everything else until the person completes its step. It cannot be closed. */
export function LockedDialog({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
    >
      {children}
    </Modal>
  )
}
