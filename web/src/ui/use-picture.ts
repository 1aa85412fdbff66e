import { useEffect, useState } from 'react'

/** Time until a picture that did not arrive is requested once more, ms. */
const againMs = 3000

/** They request pictures again that did not arrive. */
const missing = new Set<() => void>()

/** Requests all pictures again that did not arrive. Call it when the connection is back. */
export function reloadPictures(): void {
  for (const reload of missing) reload()
}

/**
 * The attributes of an image. Null: there is no picture, or it did not arrive. A browser never repeats such a request,
 * so the picture is requested once more after a few seconds, and each time the connection is back.
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
