import { ownKeys } from '@artel/contract/shapes/records'

const edge = 72
const step = 9

type FingerDrag = {
  /** The touched element. It must not scroll the page (`touch-action: none`). */
  handle: HTMLElement
  /** Finds the row under the finger. The row is marked, and passed on when the finger is lifted there. */
  rowAt: (element: Element) => HTMLElement | null
  onOver: (row: HTMLElement | null) => void
  onBegin: () => void
  onEnd: (row: HTMLElement | null) => void
}

/**
 * Follows a finger from the handle over the rows, and scrolls at the edge of the screen. Own code, because
 * browsers define a long touch differently and many do not drag by it. @returns a function that stops it
 */
export function followFinger({ handle, rowAt, onOver, onBegin, onEnd }: FingerDrag): () => void {
  let finger: { x: number; y: number } | null = null
  let over: HTMLElement | null = null
  const look = () => {
    if (!finger) return
    const found = document.elementFromPoint(finger.x, finger.y)
    const row = found && rowAt(found)
    if (row !== over) onOver(row)
    over = row
  }
  const scroll = () => {
    if (!finger) return
    const by = finger.y < edge ? -step : finger.y > innerHeight - edge ? step : 0
    if (by !== 0) scrollerOf(handle).scrollBy(0, by)
    look()
    requestAnimationFrame(scroll)
  }
  const begin = ({ pointerType, pointerId, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerType === 'mouse') return
    handle.setPointerCapture(pointerId)
    finger = { x, y }
    onBegin()
    requestAnimationFrame(scroll)
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (finger) finger = { x, y }
  }
  const end = ({ type }: PointerEvent) => {
    if (!finger) return
    if (type === 'pointerup') look()
    finger = null
    onEnd(type === 'pointerup' ? over : null)
    over = null
  }
  const heard = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end }
  const names = ownKeys(heard)
  for (const name of names) handle.addEventListener(name, heard[name])
  return () => {
    for (const name of names) handle.removeEventListener(name, heard[name])
  }
}

/** The element that scrolls the given one: the nearest ancestor that overflows, or the page. */
function scrollerOf(element: HTMLElement): Element {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const isScrolled = /auto|scroll/.test(getComputedStyle(around).overflowY)
    if (isScrolled && around.scrollHeight > around.clientHeight) return around
  }
  return document.documentElement
}
