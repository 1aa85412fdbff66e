import { type RefObject, useLayoutEffect } from 'react'

/** What a person does to scroll a row themself. */
const touches = ['pointerdown', 'wheel'] as const

/**
 * Scrolls a row sideways so that its entry with `aria-current` is in view. It scrolls nothing but the row. The row
 * starts at its start if the entry is visible there.
 * @param active a value that changes when another entry is active
 */
export function useActiveInView(row: RefObject<HTMLElement | null>, active: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active entry is what asks for a look
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const show = () => showActive(element)
    show()
    // Counts and fonts arrive later and change the widths.
    const observer = new ResizeObserver(show)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    const leave = () => observer.disconnect()
    for (const touch of touches) element.addEventListener(touch, leave, { passive: true })
    return () => {
      leave()
      for (const touch of touches) element.removeEventListener(touch, leave)
    }
  }, [row, active])
}

function showActive(row: HTMLElement): void {
  const entry = row.querySelector('[aria-current]:not([aria-current="false"])')
  if (!entry) return
  const [around, box] = [row.getBoundingClientRect(), entry.getBoundingClientRect()]
  const start = box.left - around.left + row.scrollLeft
  const left = scrollFor({ start, width: box.width, view: row.clientWidth, scrolled: row.scrollLeft })
  if (left !== row.scrollLeft) row.scrollLeft = left
}

/** `start`: from the start of the row. `scrolled`: how far the row is scrolled now. */
type Placed = { start: number; width: number; view: number; scrolled: number }

/** How far the row has to be scrolled, in pixels. */
export function scrollFor({ start, width, view, scrolled }: Placed): number {
  if (start + width <= view) return 0
  const isSeen = start >= scrolled && start + width <= scrolled + view
  return isSeen ? scrolled : start - (view - width) / 2
}
