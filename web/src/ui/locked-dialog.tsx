import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

/** All that a person sees until they have done what it asks. It cannot be closed, only left. */
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
