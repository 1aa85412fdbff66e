import type { Marketplace, SupplyStatus } from './supplies.line.ts'

/** Words of shipments, on screens and in files. */
export const supplyWordsEn: Record<`status_${SupplyStatus}` | `marketplace_${Marketplace}`, string> = {
  status_draft: 'Draft',
  status_packing: 'Packing',
  status_packed: 'Packed',
  status_shipped: 'Dispatched',
  status_accepted: 'Accepted',
  status_cancelled: 'Cancelled',
  marketplace_wildberries: 'Wildberries',
  marketplace_ozon: 'Ozon',
  marketplace_other: 'Another marketplace',
}
