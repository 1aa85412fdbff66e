import { type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react'

export type View = { scale: number; x: number; y: number }

const whole: View = { scale: 1, x: 0, y: 0 }
const maxScale = 6
/** Minimum length of a swipe, and maximum movement of a tap, in pixels. */
const swipePx = 50
const tapPx = 8
const doubleTapMs = 300

type Touch = { x: number; y: number }
type ZoomOptions = { key: number; onSwipe: (by: 1 | -1) => void }
export type Zoom = ReturnType<typeof useZoom>

/**
 * Zooms and moves a picture by wheel, pinch, double tap and drag. A picture that is not zoomed is swiped
 * sideways. Another `key` is another picture, which starts unzoomed.
 */
export function useZoom({ key, onSwipe }: ZoomOptions) {
  const [view, setView] = useState(whole)
  const touches = useRef(new Map<number, Touch>())
  const stroke = useRef<{ from: Touch; wasPinch: boolean } | null>(null)
  const lastTap = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what the effect is about
  useEffect(() => setView(whole), [key])

  const scaleBy = (by: number) => setView((now) => scaled(now, by))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const here = { x: event.clientX, y: event.clientY }
    touches.current.set(event.pointerId, here)
    const wasPinch = touches.current.size > 1
    stroke.current = { from: wasPinch ? (stroke.current?.from ?? here) : here, wasPinch }
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = touches.current.get(event.pointerId)
    if (!before) return
    const here = { x: event.clientX, y: event.clientY }
    const [other] = [...touches.current].filter(([id]) => id !== event.pointerId).map(([, touch]) => touch)
    touches.current.set(event.pointerId, here)
    if (other) scaleBy(distance(here, other) / Math.max(1, distance(before, other)))
    else setView((now) => (now.scale > 1 ? moved(now, here.x - before.x, here.y - before.y) : now))
  }

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const begun = stroke.current
    touches.current.delete(event.pointerId)
    if (touches.current.size > 0 || !begun) return
    stroke.current = null
    if (begun.wasPinch) return
    const [dx, dy] = [event.clientX - begun.from.x, event.clientY - begun.from.y]
    if (Math.abs(dx) < tapPx && Math.abs(dy) < tapPx) tap(event.timeStamp)
    else if (view.scale === 1 && Math.abs(dx) > swipePx && Math.abs(dx) > Math.abs(dy))
      onSwipe(dx < 0 ? 1 : -1)
  }

  const tap = (at: number) => {
    const isDouble = at - lastTap.current < doubleTapMs
    lastTap.current = isDouble ? 0 : at
    if (isDouble) setView((now) => (now.scale > 1 ? whole : scaled(now, 2.5)))
  }

  const onPointerCancel = (event: PointerEvent<HTMLElement>) => {
    touches.current.delete(event.pointerId)
    stroke.current = null
  }

  const onWheel = (event: WheelEvent) => scaleBy(event.deltaY < 0 ? 1.15 : 1 / 1.15)

  return {
    view,
    isZoomed: view.scale > 1,
    scaleBy,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onWheel },
  }
}

function scaled({ scale, x, y }: View, by: number): View {
  const next = Math.min(maxScale, Math.max(1, scale * by))
  return next === 1 ? whole : { scale: next, x: (x * next) / scale, y: (y * next) / scale }
}

const moved = ({ scale, x, y }: View, dx: number, dy: number): View => ({ scale, x: x + dx, y: y + dy })

const distance = (one: Touch, other: Touch) => Math.hypot(one.x - other.x, one.y - other.y)
