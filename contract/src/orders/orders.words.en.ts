import type { OrderStatus } from './orders.line.ts'

/** Statuses of orders, on screens and in files. */
export const orderWordsEn: Record<`status_${OrderStatus}`, string> = {
  status_pending: 'New',
  status_processing: 'In preparation',
  status_delivered: 'Handed over',
  status_cancelled: 'Cancelled',
}
