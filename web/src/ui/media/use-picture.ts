import { useEffect, useState } from 'react'

/** A picture that failed to load is requested again after this time, ms. */
const againMs = 3000

/** For each shown picture that failed to load, the function that requests it again. */
const missing = new Set<() => void>()

/** Requests all shown pictures again that failed to load. Call it when the connection is back. */
export function reloadPictures(): void {
  for (const reload of missing) reload()
}

/**
 * The attributes of an image. Null: there is no picture, or it failed to load. A browser never repeats the request of
 * such a picture, so this hook does: once after a few seconds, and whenever the connection is back.
 */
export function usePicture(src: string | null): { src: string; onError: () => void } | null {
  const [last, setLast] = useState({ src, failures: 0, isMissing: false })
  const { failures, isMissing } = last.src === src ? last : { failures: 0, isMissing: false }

  useEffect(() => {
    if (!isMissing) return
    const reload = () => setLast({ src, failures, isMissing: false })
    const timer = failures === 1 ? setTimeout(reload, againMs) : undefined
    missing.add(reload)
    return () => {
      clearTimeout(timer)
      missing.delete(reload)
    }
  }, [src, failures, isMissing])

  if (src === null || isMissing) return null
  return { src, onError: () => setLast({ src, failures: failures + 1, isMissing: true }) }
}
