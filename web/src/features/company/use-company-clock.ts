import { useEffect, useState } from 'react'
import { toCompanyClock } from '../../forms/typed/company-time.ts'
import { serverNow } from '../../ui/dates/server-clock.ts'

/** Update interval, ms. A new minute is shown at most this late. */
const paceMs = 5000

/** The present time in the timezone, such as `2026-11-20T16:00`. */
export function useCompanyClock(timezone: number): string {
  const read = () => toCompanyClock(new Date(serverNow()).toISOString(), timezone)
  const [, setShown] = useState(read)
  useEffect(() => {
    const timer = setInterval(
      () => setShown(toCompanyClock(new Date(serverNow()).toISOString(), timezone)),
      paceMs,
    )
    return () => clearInterval(timer)
  }, [timezone])
  return read()
}
