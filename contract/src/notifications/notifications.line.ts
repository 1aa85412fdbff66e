// Without schemas, so that the bell does not load the schema library.

/** Notifications that people may switch off in their settings. */
export const optionalKinds = [
  'task_assigned',
  'task_returned',
  'task_comment',
  'task_review',
  'shift_closed',
  'shift_proposed',
  'shift_changed',
  'instruction_to_read',
  'workday_end',
  'money_received',
  'coins_received',
  'achievement',
  'room_asked',
  'order_created',
  'order_status',
  'wish_in_stock',
  'ledger_fault',
  'stats_fault',
] as const

/**
 * Notifications that nobody can switch off: messages of the company to its people, and faults of services
 * that it relies on.
 */
const lastingKinds = ['push', 'push_fault', 'moy_sklad_fault'] as const

/** All kinds of notifications. */
export const notificationKinds = [...optionalKinds, ...lastingKinds] as const
export type NotificationKind = (typeof notificationKinds)[number]

/**
 * Key of a text of a notification by its kind, or of the test push that a person sends to their own device.
 */
export type NotificationWord = `${Exclude<NotificationKind, 'push'> | 'test'}_${'title' | 'body'}`
