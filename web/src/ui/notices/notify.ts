import { notifications, notificationsStore } from '@mantine/notifications'
import { createElement } from 'react'
import { Notice, type NoticeAction, type NoticeTone } from './notice.tsx'
import noticesClasses from './notices.module.css'
import { showOnPhone } from './phone-notices.ts'

const positions = [
  'top-left',
  'top-right',
  'top-center',
  'bottom-left',
  'bottom-right',
  'bottom-center',
] as const

type Place = (typeof positions)[number]

/** `bottom`: the middle of the bottom edge. */
export type NoticePosition = Place | 'bottom'

export type NoticeOptions = {
  text: string
  tone: NoticeTone
  action?: NoticeAction
  position?: NoticePosition
  /** In ms; `Infinity` keeps the notice until it is closed. */
  timeout?: number
}

/** Shows a notice of one line. @throws {RangeError} for an unknown position or an invalid timeout. */
export function notify(options: NoticeOptions): void {
  const { text, tone, action, position = 'bottom', timeout = 5000 } = options
  const place = placeOf(position)
  const autoClose = durationOf(timeout)
  const close = () => notifications.hide(id)
  const data = {
    position: place,
    autoClose,
    withCloseButton: false,
    withBorder: false,
    classNames: { root: noticesClasses.notice ?? '', body: noticesClasses.body ?? '' },
    message: createElement(Notice, { text, tone, close, ...(action && { action }) }),
  }
  const isPhone = matchMedia('(max-width: 700px)').matches
  // The container sets it as well, but may be loaded after the first notices.
  notificationsStore.setState({ ...notificationsStore.getState(), limit: noticeLimit(isPhone) })
  const id = isPhone ? showOnPhone(data, options) : notifications.show(data)
}

/** How many notices are shown at a time. */
export const noticeLimit = (isPhone: boolean): number => (isPhone ? 1 : 3)

// The position may come from data, so its type is not sufficient.
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
