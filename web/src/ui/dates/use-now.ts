import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

/** The server's clock, in ms since 1970, updated every `step` seconds while something runs. */
export function useNow(step: number, isRunning = true): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isRunning) return
    // The last value may be old if nothing ran until now.
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), step * 1000)
    return () => clearInterval(timer)
  }, [isRunning, step])
  return now
}
