import type { NotificationParams } from '@artel/contract/notifications'
import type { AutomaticKind } from '@artel/contract/pushes.line'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long news of a kind is worth a push, ms. After that the bell has it. */
export function freshMs(kind: AutomaticKind, params: NotificationParams): number {
  switch (kind) {
    // Once the day is over nobody wants to hear that it ends.
    case 'workday_end':
      return Number(params.minutes) * minuteMs
    // Somebody else may have it by then.
    case 'task_assigned':
    case 'task_returned':
    case 'order_status':
      return 72 * hourMs
    // Stays true.
    case 'money_received':
    case 'coins_received':
    case 'achievement':
      return 168 * hourMs
  }
}

/** Those that cannot wait for a shift, as they are about the one that runs. */
export const isUrgent = (kind: AutomaticKind): boolean => kind === 'workday_end'
