import { Notifications } from '@mantine/notifications'

/** The container of notices. The app mounts it once. */
export function Notices() {
  return <Notifications position="bottom-center" limit={3} containerWidth={350} zIndex={1100} />
}
