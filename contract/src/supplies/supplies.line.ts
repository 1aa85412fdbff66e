// Without schemas, so that pages that only draw a status do not load the schema library.

export const supplyStatuses = ['draft', 'packing', 'packed', 'shipped', 'accepted', 'cancelled'] as const
export type SupplyStatus = (typeof supplyStatuses)[number]

export const marketplaces = ['wildberries', 'ozon', 'other'] as const
export type Marketplace = (typeof marketplaces)[number]

/** The next statuses of each status: one step forward, one step back until it is shipped, or cancelled. */
export const supplyMoves: Record<SupplyStatus, readonly SupplyStatus[]> = {
  draft: ['packing', 'cancelled'],
  packing: ['packed', 'draft', 'cancelled'],
  packed: ['shipped', 'packing', 'cancelled'],
  shipped: ['accepted'],
  accepted: [],
  cancelled: [],
}

/** Statuses in which a supply and its boxes can be changed. Staff pack only while it is being packed. */
export const openSupplyStatuses: readonly SupplyStatus[] = ['draft', 'packing', 'packed']

/** Statuses in which a supply has left the warehouse and can no longer be deleted. */
export const shippedStatuses: readonly SupplyStatus[] = ['shipped', 'accepted']

/** Maximum boxes in the answer of a supply, the first by number. The list of boxes has all of them. */
export const shownBoxes = 500

/** Maximum lines of the boxes in one answer, because longer answers would fill the memory of the server. */
export const shownLines = 5000

/** Maximum lines of a box. */
export const maxBoxLines = 500

/** Maximum boxes that are added, copied or planned at once. */
export const maxBoxesAtOnce = 500

/** Maximum lines that are copied or planned at once, because all of them are answered. */
export const maxCopiedLines = 2000

/** Maximum boxes of a supply. */
export const maxBoxes = 20_000

/** Maximum pallets of a supply. */
export const maxPallets = 500

/** Maximum boxes in the answer by which a device judges scans of boxes. */
export const judgedBoxes = 5000

/** Sizes of labels in millimetres. */
export const labelSizes = ['58x40', '75x120'] as const
export type LabelSize = (typeof labelSizes)[number]

/** Visible ASCII without commas, with single spaces inside, because Wildberries writes `618 0474`. */
export const boxCode = /^(?=.{1,64}$)[!-+\--~]+(?: [!-+\--~]+)*$/
