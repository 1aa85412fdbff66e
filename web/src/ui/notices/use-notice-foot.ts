import { useLayoutEffect, useState } from 'react'

/** The smallest height of a notice and its distance to what is below it, in pixels. */
const smallest = 64
const columns = [0.06, 0.25, 0.5, 0.75, 0.94]

/**
 * The height, in pixels, of everything that is pinned to the lower edge of the window: bars, feet of forms and
 * dialogs, floating buttons. It is measured, because each screen has another set of them.
 * @param ids the notices that are shown; null: nothing is measured
 */
export function useNoticeFoot(ids: string | null): number {
  const [foot, setFoot] = useState(0)
  useLayoutEffect(() => {
    if (!ids) return
    let frame = 0
    const measure = () => setFoot(measureFoot())
    const measureSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    // A dialog may open or close, and a foot may come to rest above the edge while the page scrolls.
    const observer = new MutationObserver(measureSoon)
    observer.observe(document.body, { childList: true, subtree: true })
    const events = ['scroll', 'resize', 'transitionend', 'animationend'] as const
    for (const event of events) addEventListener(event, measureSoon, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      for (const event of events) removeEventListener(event, measureSoon, { capture: true })
    }
  }, [ids])
  return foot
}

function measureFoot(): number {
  const root = document.querySelector('.mantine-Notifications-root[data-position="bottom-center"]')
  const height = Math.max(smallest, (root?.clientHeight ?? 0) + 24)
  let foot = 0
  for (;;) {
    const top = findPinned(innerHeight - foot, height)
    // A notice in the upper half would cover what the person looks at.
    if (top === null || top < innerHeight / 2) return foot
    foot = innerHeight - top
  }
}

/** The upper edge of the highest pinned element in the place of a notice above `bottom`, or null. */
function findPinned(bottom: number, height: number): number | null {
  const tops = [1, height / 2, height]
    .flatMap((up) => columns.map((share) => pinnedAt(innerWidth * share, bottom - up)))
    .filter((top) => top !== null)
  return tops.length > 0 ? Math.min(...tops) : null
}

function pinnedAt(x: number, y: number): number | null {
  const found = document
    .elementsFromPoint(x, y)
    .find((element) => !element.closest('.mantine-Notifications-root'))
  for (let element = found; element; element = element.parentElement ?? undefined) {
    const { position, bottom } = getComputedStyle(element)
    const isPinned = position === 'fixed' || (position === 'sticky' && bottom !== 'auto')
    const box = element.getBoundingClientRect()
    // A pinned element of half the window is a screen of its own.
    if (isPinned && box.height < innerHeight / 2) return box.top
  }
  return null
}
