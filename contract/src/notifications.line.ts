// Free of schemas, so that the bell does not carry the checker of all shapes.

/** What people are told of and may switch off in their settings. */
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
  'order_created',
  'order_status',
  'wish_in_stock',
  'ledger_fault',
  'stats_fault',
] as const

/** What nobody can switch off: what the company writes to its people, and that something it relies on has stopped. */
const lastingKinds = ['push', 'push_fault', 'moy_sklad_fault'] as const

/** What people are told of. */
export const notificationKinds = [...optionalKinds, ...lastingKinds] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A sentence of a notification by its kind, or of the one by which a person tries their device. */
export type NotificationWord = `${Exclude<NotificationKind, 'push'> | 'test'}_${'title' | 'body'}`
