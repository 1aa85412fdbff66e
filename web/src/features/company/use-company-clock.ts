import { useEffect, useState } from 'react'
import { toCompanyClock } from '../../forms/company-time.ts'
import { serverNow } from '../../ui/server-clock.ts'

/** Often enough that no minute is late by more than this. */
const paceMs = 5000

/** `2026-11-20T16:00`, what a clock of the timezone shows now. */
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
