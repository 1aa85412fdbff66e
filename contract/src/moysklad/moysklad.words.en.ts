import type { MoySkladPart, MoySkladReason, MoySkladRunState } from './moysklad.line.ts'

/** Words of syncs with MoySklad, on screens and in files. */
export const moySkladWordsEn: Record<
  `kind_${MoySkladPart}` | `reason_${MoySkladReason}` | `state_${MoySkladRunState}`,
  string
> = {
  kind_organization: 'Legal entities',
  kind_store: 'Warehouses',
  kind_product: 'Sets',
  kind_employee: 'Employees',
  kind_stock: 'Stock',
  reason_first: 'first sync',
  reason_schedule: 'scheduled',
  reason_manual: 'manual',
  reason_event: 'reported change',
  reason_full: 'full check',
  state_waiting: 'waiting',
  state_running: 'in progress',
  state_done: 'done',
  state_failed: 'interrupted',
  state_stopped: 'stopped',
}
