import type { NotificationParams } from '@artel/contract/notifications/notifications'
import type { AutomaticKind } from '@artel/contract/pushes/pushes.line'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long a copy of a kind may be delivered, ms. After that, only the bell shows the notification. */
export function freshMs(kind: AutomaticKind, params: NotificationParams): number {
  switch (kind) {
    // Useless once the workday is over.
    case 'workday_end':
      return Number(params.minutes) * minuteMs
    // Later, the task may belong to somebody else.
    case 'task_assigned':
    case 'task_returned':
    case 'order_status':
      return 72 * hourMs
    // These stay true.
    case 'money_received':
    case 'coins_received':
    case 'achievement':
      return 168 * hourMs
  }
}

/** Whether a kind cannot wait for a shift, because it is about the current one. */
export const isUrgent = (kind: AutomaticKind): boolean => kind === 'workday_end'
