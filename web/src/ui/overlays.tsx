import { ModalsProvider } from '@mantine/modals'
import { useEffect } from 'react'
import { Notices } from './notices.tsx'
import { openEarlyDialogs } from './open-dialog.tsx'

/** The home of dialogs and notices; the app mounts it once, and may load it after the page. */
export function Overlays() {
  useEffect(openEarlyDialogs, [])
  return (
    <>
      <ModalsProvider modalProps={{ size: 'sm', withCloseButton: false }} />
      <Notices />
    </>
  )
}
