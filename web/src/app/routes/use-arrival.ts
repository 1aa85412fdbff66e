import type { Notification } from '@artel/contract/notifications/notifications'
import { useEffect, useRef, useState } from 'react'

/** The newest notification that arrived while the page is open. Earlier notifications do not count. */
export function useArrival(notifications: readonly Notification[] | undefined): Notification | null {
  const known = useRef<number | null>(null)
  const [arrived, setArrived] = useState<Notification | null>(null)
  useEffect(() => {
    if (!notifications) return
    const [newest] = notifications
    if (known.current !== null && newest && newest.id > known.current) setArrived(newest)
    known.current = newest?.id ?? 0
  }, [notifications])
  return arrived
}
