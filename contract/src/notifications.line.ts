// Free of schemas, so that the bell does not carry the checker of all shapes.

/** What people are told of; each can be switched off in a person's settings. */
export const notificationKinds = [
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
export type NotificationKind = (typeof notificationKinds)[number]
