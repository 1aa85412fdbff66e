import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Notifications, useNotifications } from '@mantine/notifications'
import { useSyncExternalStore } from 'react'
import { noticeLimit } from './notify.ts'
import { readAnnounced, watchAnnounced } from './phone-notices.ts'
import { useNoticeFoot } from './use-notice-foot.ts'

/** The container of notices. The app mounts it once. */
export function Notices() {
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false })
  const ids = useNotifications().notifications.map(({ id }) => id)
  const foot = useNoticeFoot(isPhone ? ids.join() : null)
  const announced = useSyncExternalStore(watchAnnounced, readAnnounced)
  return (
    <>
      <Notifications
        position="bottom-center"
        limit={noticeLimit(isPhone)}
        containerWidth={350}
        zIndex={1100}
        style={{ '--a-notice-foot': `${foot}px` }}
      />
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  )
}
