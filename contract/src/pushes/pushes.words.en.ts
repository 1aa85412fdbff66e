import type { PushStatus } from './pushes.line.ts'

/** Statuses of pushes, on screens and in files. */
export const pushWordsEn: Record<`status_${PushStatus}`, string> = {
  status_scheduled: 'Scheduled',
  status_sending: 'Sending',
  status_sent: 'Sent',
  status_failed: 'Failed',
}
