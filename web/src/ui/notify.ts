import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { Notice, type NoticeAction, type NoticeTone } from './notice.tsx'
import noticesClasses from './notices.module.css'

const positions = [
  'top-left',
  'top-right',
  'top-center',
  'bottom-left',
  'bottom-right',
  'bottom-center',
] as const

type Place = (typeof positions)[number]

/** `bottom` is the middle of the bottom edge. */
export type NoticePosition = Place | 'bottom'

export type NoticeOptions = {
  text: string
  tone: NoticeTone
  action?: NoticeAction
  position?: NoticePosition
  /** Milliseconds; `Infinity` stays until it is hidden. */
  timeout?: number
}

/** Says in one line what has happened. Throws RangeError on a position or a timeout that makes no sense. */
export function notify({ text, tone, action, position = 'bottom', timeout = 5000 }: NoticeOptions): void {
  const place = placeOf(position)
  const autoClose = durationOf(timeout)
  const close = () => notifications.hide(id)
  const id = notifications.show({
    position: place,
    autoClose,
    withCloseButton: false,
    withBorder: false,
    classNames: { root: noticesClasses.notice ?? '', body: noticesClasses.body ?? '' },
    message: createElement(Notice, { text, tone, close, ...(action && { action }) }),
  })
}

// The position may come from data, so the type alone is no proof.
function placeOf(position: string): Place {
  if (position === 'bottom') return 'bottom-center'
  const place = positions.find((known) => known === position)
  if (place === undefined) throw new RangeError(`Unknown position of a notice: ${position}`)
  return place
}

function durationOf(timeout: number): number | false {
  if (Number.isNaN(timeout) || timeout < 0) throw new RangeError(`Wrong timeout of a notice: ${timeout}`)
  return timeout === Number.POSITIVE_INFINITY ? false : timeout
}
