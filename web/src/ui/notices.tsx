import { Notifications } from '@mantine/notifications'

/** Where the notices appear; the app mounts it once. */
export function Notices() {
  return <Notifications position="bottom-center" limit={3} containerWidth={350} zIndex={1100} />
}
