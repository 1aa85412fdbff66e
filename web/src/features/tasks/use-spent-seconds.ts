import type { Task } from '@artel/contract/tasks'
import { useEffect, useState } from 'react'
import { serverNow } from '../../ui/server-clock.ts'

/** Seconds worked on the task so far, counted on from the server's instants every `step` seconds while it runs. */
export function useSpentSeconds({ spent_seconds, running_since }: Task, step = 1): number {
  const [now, setNow] = useState(serverNow)
  const isRunning = running_since !== null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(serverNow()), step * 1000)
    return () => clearInterval(timer)
  }, [isRunning, step])
  if (running_since === null) return spent_seconds
  return spent_seconds + Math.max(0, Math.floor((now - Date.parse(running_since)) / 1000))
}
