import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import type { NoticeOptions } from './notify.ts'

// A phone shows one notice at a time. A newer notice replaces an older one. A notice with an action stays until its
// time is over: news waits behind it, and only a failure goes before it.

const endless = Number.POSITIVE_INFINITY

/** The notices that have not closed, by their ids. */
const open = new Map<string, Pick<NoticeOptions, 'text' | 'action' | 'timeout'>>()

/** Shows a notice on a phone. @returns its id */
export function showOnPhone(data: NotificationData, options: NoticeOptions): string {
  const { notifications: shown, queue } = notificationsStore.getState()
  const older = [...shown, ...queue].flatMap(({ id = '' }) => {
    const known = open.get(id)
    return known ? [{ ...known, id, isUnseen: queue.some((waiting) => waiting.id === id) }] : []
  })
  const id = notifications.show({
    ...data,
    priority: priorityOf(options),
    onClose: ({ id = '' }) => void open.delete(id),
  })
  open.set(id, options)
  for (const plain of older.filter(({ action }) => !action)) {
    if (plain.isUnseen) announce(plain.text)
    notifications.hide(plain.id)
  }
  const { action, timeout = endless } = options
  if (action && timeout < endless)
    shareTime([...older.filter(endsByItself).map((one) => one.id), id], timeout)
  return id
}

/** The notice with the highest number is shown, of equal ones the oldest. */
function priorityOf({ tone, action, timeout }: NoticeOptions): number {
  if (!action) return tone === 'ok' ? 0 : 2
  // Others would never be shown after an endless one.
  return timeout === endless ? -1 : 1
}

const endsByItself = ({ action, timeout }: Pick<NoticeOptions, 'action' | 'timeout'>) =>
  action !== undefined && timeout !== endless

/**
 * The period of an action, such as an undo, goes on while its notice waits behind others. Therefore each of them
 * is shown for the same part of the period.
 */
function shareTime(ids: readonly string[], timeout: number): void {
  for (const [place, id] of ids.entries())
    setTimeout(() => notifications.hide(id), (timeout * (place + 1)) / ids.length)
}

let announced = ''
const watchers = new Set<() => void>()

/** Tells screen readers a notice that was replaced before it was shown. */
function announce(text: string): void {
  announced = text
  for (const watcher of watchers) watcher()
}

/** The text of the last notice that was replaced before it was shown. */
export const readAnnounced = (): string => announced

export function watchAnnounced(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
